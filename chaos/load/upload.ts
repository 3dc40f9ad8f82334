import { setTimeout as delay } from 'node:timers/promises'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { pdf } from '@forecourt/infra/testing/sample-files.ts'
import { safeParse } from 'zod/v4/core'
import type { Answer } from '../../tests/system/support/client.ts'
import type { Chance } from '../../tests/system/support/random.ts'
import type { Request } from '../history.ts'
import { draw, type Picture, pictureName, SHADES } from '../picture.ts'
import { fileNamed, sha256Of } from '../witness.ts'
import type { Ask, Browser } from './browser.ts'

/**
 * A file is written to the disk before it is acknowledged, and drawn anew before it is taken: on a busy machine for seconds. The
 * product gives up drawing after fifteen, and says so. In milliseconds.
 */
const PATIENCE = 25_000
/** Whoever heard nothing tries once more after so many milliseconds. */
const PAUSE = 1_000

/** A file that somebody has. */
export interface Held {
  /** By which it is known again. */
  readonly name: string
  readonly bytes: () => Promise<Buffer>
  /** One with another name. */
  readonly another: () => Held
}

export const heldPicture = (picture: Picture): Held => ({
  name: pictureName(picture),
  bytes: () => draw(picture),
  another: () => heldPicture(turned(picture)),
})

/** A PDF is kept as it is, byte for byte. */
export function heldPdf(number: number): Held {
  const bytes = pdf(`/Lang (en-x-${number})`)
  return { name: fileNamed(sha256Of(bytes)), bytes: async () => bytes, another: () => heldPdf(number + 1) }
}

/** Few pictures of a run look the same. */
export const somePicture = (chance: Chance): Held =>
  heldPicture({
    width: 100 + chance.below(300),
    height: 100 + chance.below(300),
    colour: [chance.below(SHADES), chance.below(SHADES), chance.below(SHADES)],
  })

const DIFFERENT_PDFS = 1_000_000

export const somePdf = (chance: Chance): Held => heldPdf(chance.below(DIFFERENT_PDFS))

/** What somebody does who is not sure that it has worked. */
interface Doubts {
  /** Says twice at the same time that it is there. */
  readonly saysTwice?: boolean
  /** Puts another file to the same address once it was taken, which must change nothing. */
  readonly putsAgain?: boolean
}

export const doubtsOf = (chance: Chance): Doubts => ({
  saysTwice: chance.happens(0.3),
  putsAgain: chance.happens(0.1),
})

/** How it is said of a file that it is there, by what it is for. */
const ENDS = {
  license: { call: 'finishLicenceUpload', path: '/api/license-upload', named: 'licenseImageURL' },
  contract: { call: 'finishContractUpload', path: '/api/contract-upload', named: 'contractURL' },
} as const

/**
 * A file on its way: an address is asked for, it is put there, and it is said to be there.
 * @returns its path; undefined when something is away: they go on without
 */
export async function upload(
  browser: Browser,
  purpose: keyof typeof ENDS,
  held: Held,
  { saysTwice = false, putsAgain = false }: Doubts = {},
): Promise<string | undefined> {
  // Who sends a licence need not say so; what is asked for with a purpose is good for no other.
  const body = purpose === 'license' ? undefined : { purpose }
  const begun = await browser.ask({ call: 'beginUpload', method: 'POST', path: '/api/objects/upload', body })
  const url = safeParse(UploadTarget, begun?.body).data?.uploadURL
  if (url === undefined) return undefined
  const asked = { upload: new URL(url).pathname, picture: held.name }
  if (!(await browser.put({ url, file: await held.bytes(), asked, patience: PATIENCE }))) return undefined
  const { call, path, named } = ENDS[purpose]
  const finish: Ask = {
    call,
    method: 'PUT',
    path,
    body: { [named]: url },
    asked,
    patience: PATIENCE,
  }
  const answers = await Promise.all([browser.ask(finish), saysTwice ? browser.ask(finish) : undefined])
  const [first] = answers.flatMap((answer) => pathIn(answer) ?? [])
  if (first === undefined) await delay(PAUSE)
  else if (putsAgain) await putAgain(browser, url, asked, held.another())
  else return first
  return pathIn(await browser.ask(finish)) ?? first
}

async function putAgain(browser: Browser, url: string, first: Request['asked'], other: Held): Promise<void> {
  const asked = { ...first, picture: other.name }
  await browser.put({ url, file: await other.bytes(), asked, patience: PATIENCE })
}

/** Another picture, whichever this one is. */
const turned = ({ width, height, colour: [red, green, blue] }: Picture): Picture => ({
  width: height,
  height: width,
  colour: [(red + 1) % SHADES, green, blue],
})

const pathIn = (answer: Answer | undefined): string | undefined => safeParse(StoredFile, answer?.body).data?.objectPath
