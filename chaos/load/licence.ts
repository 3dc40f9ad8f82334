import { setTimeout as delay } from 'node:timers/promises'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { safeParse } from 'zod/v4/core'
import type { Answer } from '../../tests/system/support/client.ts'
import type { Request } from '../history.ts'
import { draw, type Picture, pictureName, SHADES } from '../picture.ts'
import type { Ask, Browser } from './browser.ts'
import type { Business } from './town.ts'
import { untilAnswered } from './until-answered.ts'

/** A file is written to the disk before it is acknowledged, and drawn anew before it is taken: on a busy machine for seconds. */
const PATIENCE = 15_000
/** Whoever heard nothing tries once more after so many milliseconds. */
const PAUSE = 1_000

/** What somebody does who is not sure that it has worked. */
interface Doubts {
  /** Says twice at the same time that it is there. */
  readonly saysTwice?: boolean
  /** Puts another picture to the same address once it was taken, which must change nothing. */
  readonly putsAgain?: boolean
}

/**
 * A renter's licence on its way: an address is asked for, the file is put there, and it is said to be there.
 * @returns its path; undefined when something is away: they come without
 */
export async function upload(
  browser: Browser,
  picture: Picture,
  { saysTwice = false, putsAgain = false }: Doubts = {},
): Promise<string | undefined> {
  const begun = await browser.ask({ call: 'beginUpload', method: 'POST', path: '/api/objects/upload' })
  const url = safeParse(UploadTarget, begun?.body).data?.uploadURL
  if (url === undefined) return undefined
  const asked = { upload: new URL(url).pathname, picture: pictureName(picture) }
  if (!(await browser.put({ url, file: await draw(picture), asked, patience: PATIENCE }))) return undefined
  const finish: Ask = {
    call: 'finishLicenceUpload',
    method: 'PUT',
    path: '/api/license-upload',
    body: { licenseImageURL: url },
    asked,
    patience: PATIENCE,
  }
  const answers = await Promise.all([browser.ask(finish), saysTwice ? browser.ask(finish) : undefined])
  const [first] = answers.flatMap((answer) => pathIn(answer) ?? [])
  if (first === undefined) await delay(PAUSE)
  else if (putsAgain) await putAgain(browser, url, asked, turned(picture))
  else return first
  return pathIn(await browser.ask(finish)) ?? first
}

async function putAgain(browser: Browser, url: string, first: Request['asked'], other: Picture): Promise<void> {
  const asked = { ...first, picture: pictureName(other) }
  await browser.put({ url, file: await draw(other), asked, patience: PATIENCE })
}

/** Another picture, whichever this one is. */
const turned = ({ width, height, colour: [red, green, blue] }: Picture): Picture => ({
  width: height,
  height: width,
  colour: [(red + 1) % SHADES, green, blue],
})

const pathIn = (answer: Answer | undefined): string | undefined => safeParse(StoredFile, answer?.body).data?.objectPath

/** Somebody looks at a licence. @param w at the smaller picture of this width */
export async function lookAt(browser: Browser, file: string, w?: number): Promise<Answer | undefined> {
  const [path, asked] = w === undefined ? [file, { file }] : [`${file}?w=${w}`, { file, w }]
  return await browser.ask({ call: 'licence', method: 'GET', path, asked, patience: PATIENCE })
}

/**
 * Somebody of the business looks at each licence that was brought: all of them must be there still, and none of those whose
 * bookings were refused.
 */
export async function lookAtAll(
  browser: Browser,
  { licences, turnedAway }: Pick<Business, 'licences' | 'turnedAway'>,
): Promise<void> {
  for (const file of [...licences, ...turnedAway]) await untilAnswered(() => lookAt(browser, file))
}
