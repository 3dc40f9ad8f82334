import { LONGEST_UPLOAD } from '@forecourt/contracts/upload.ts'
import { chunk, withJpegComment } from '@forecourt/infra/testing/sample-files.ts'
import type { Chance } from '../../system/support/random.ts'
import { bombs } from './bombs.ts'
import { activeDocuments, documents } from './documents.ts'
import { animations, decorated, metadata, pictures, type Sample, upright } from './pictures.ts'
import { strangers, withPayloads } from './polyglots.ts'

/** A file with what becomes of it. */
export interface CorpusFile {
  readonly name: string
  readonly purpose: 'license' | 'vehicle-image'
  readonly bytes: Buffer
  /** What is said when the address is asked for. */
  readonly announced?: { readonly contentType?: string; readonly size?: number }
  /** `either`: whether it is sound enough is the decoder's affair; served or not, it does no harm. */
  readonly becomes: 'served' | 'refused' | 'either'
  /** Width and height as it is served. */
  readonly stands?: readonly [number, number]
  /** The corner that is red when the picture is upright. */
  readonly redCorner?: Corner
}

export type Corner = 'top left' | 'top right' | 'bottom left' | 'bottom right'

/** What hostile files carry, and no picture that is served may hold. */
export const PAYLOADS = ['planted', '<script', '<?php', '<svg', 'PK\x03\x04', 'GPSLatitude', 'Canary Owner'] as const

const SIZE = 500

/** Files good and bad, always so many. The same seed gives the same files. */
export async function corpus(chance: Chance): Promise<CorpusFile[]> {
  const sound = await pictures(chance)
  const files: CorpusFile[] = [
    ...sound.map(served),
    ...(await animations(chance)).map(served),
    ...(await decorated(chance)),
    ...(await metadata(chance)),
    ...(await upright(chance)),
    ...documents(),
    ...activeDocuments(),
    ...withPayloads(sound),
    ...strangers(),
    ...(await bombs(chance)),
    ...sizes(sound),
    ...announcedOtherwise(sound),
    ...cutShort(chance, sound),
  ]
  while (files.length < SIZE) files.push(garbled(chance, sound, files.length))
  return chance.shuffle(files.slice(0, SIZE))
}

function served({ name, bytes, purpose, stands }: Sample): CorpusFile {
  return { name, bytes, purpose, becomes: 'served', ...(stands === undefined ? {} : { stands }) }
}

/** Around the limit. */
function sizes(sound: readonly Sample[]): CorpusFile[] {
  const jpeg = oneOf(sound, 'jpeg')
  const png = oneOf(sound, 'png')
  const longest = filledUp(jpeg, LONGEST_UPLOAD)
  const tooLong = filledUp(jpeg, LONGEST_UPLOAD + 1)
  const license = { purpose: 'license' as const }
  return [
    { ...license, name: 'a JPEG of exactly 5 MB', bytes: longest, becomes: 'served' },
    { ...license, name: 'a PNG of exactly 5 MB', bytes: paddedPng(png, LONGEST_UPLOAD), becomes: 'served' },
    {
      ...license,
      name: 'a JPEG of exactly 5 MB that says so',
      bytes: longest,
      announced: { contentType: 'image/jpeg', size: LONGEST_UPLOAD },
      becomes: 'served',
    },
    { ...license, name: 'a JPEG of 5 MB and a byte', bytes: tooLong, becomes: 'refused' },
    { ...license, name: 'a PNG of 5 MB and a byte', bytes: paddedPng(png, LONGEST_UPLOAD + 1), becomes: 'refused' },
    {
      ...license,
      name: '5 MB and a byte that says so',
      bytes: tooLong,
      announced: { size: LONGEST_UPLOAD + 1 },
      becomes: 'refused',
    },
    {
      ...license,
      name: 'a byte more than was said',
      bytes: Buffer.concat([jpeg, Buffer.alloc(1)]),
      announced: { size: jpeg.length },
      becomes: 'refused',
    },
    ...[0, 1, 2, 3, 8, 12].map((length) => ({
      ...license,
      name: `the first ${length} bytes of a PNG`,
      bytes: png.subarray(0, length),
      becomes: 'refused' as const,
    })),
  ]
}

/** The content decides, not what was said. */
function announcedOtherwise(sound: readonly Sample[]): CorpusFile[] {
  const [jpeg, png, webp] = [oneOf(sound, 'jpeg'), oneOf(sound, 'png'), oneOf(sound, 'webp')]
  const license = { purpose: 'license' as const }
  return [
    {
      ...license,
      name: 'a JPEG said to be a PNG',
      bytes: jpeg,
      announced: { contentType: 'image/png' },
      becomes: 'served',
    },
    {
      ...license,
      name: 'a PNG said to be a PDF',
      bytes: png,
      announced: { contentType: 'application/pdf' },
      becomes: 'served',
    },
    {
      ...license,
      name: 'a WebP said to be a JPEG',
      bytes: webp,
      announced: { contentType: 'image/jpeg' },
      becomes: 'refused',
    },
    ...['text/html', 'image/svg+xml', 'image/gif', 'application/javascript', 'image/heic', 'IMAGE/JPEG'].map(
      (contentType) => ({
        ...license,
        name: `a JPEG said to be ${contentType}`,
        bytes: jpeg,
        announced: { contentType },
        becomes: 'refused' as const,
      }),
    ),
  ]
}

/** Up to nine tenths of a picture are no picture. Of a single pixel they may be all of it: the rest is the file's end. */
function cutShort(chance: Chance, sound: readonly Sample[]): CorpusFile[] {
  return Array.from({ length: 80 }, (_, index) => {
    const { name, bytes, purpose, stands } = sound[chance.below(sound.length)] ?? sample(sound)
    const share = index < 60 ? 0.02 + (index / 60) * 0.88 : 0.9 + chance.below(100) / 1000
    return {
      name: `${Math.round(share * 1000) / 10} % of ${name}`,
      purpose,
      bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
      becomes: share <= 0.9 && stands?.[0] !== 1 ? ('refused' as const) : ('either' as const),
    }
  })
}

/** Bytes changed here and there behind the beginning. */
function garbled(chance: Chance, sound: readonly Sample[], number: number): CorpusFile {
  const { name, bytes, purpose } = sound[chance.below(sound.length)] ?? sample(sound)
  const copy = Buffer.from(bytes)
  const changes = 1 + chance.below(40)
  for (let change = 0; change < changes; change += 1) copy[12 + chance.below(copy.length - 12)] = chance.below(256)
  return { name: `${name} with ${changes} bytes changed (${number})`, purpose, bytes: copy, becomes: 'either' }
}

function oneOf(sound: readonly Sample[], kind: Sample['kind']): Buffer {
  return sample(sound.filter((each) => each.kind === kind)).bytes
}

function sample(sound: readonly Sample[]): Sample {
  const [first] = sound
  if (first === undefined) throw new Error('there is no such sample')
  return first
}

/** A JPEG of this length, with comments. */
function filledUp(jpeg: Buffer, length: number): Buffer {
  let file = jpeg
  // A comment has 4 bytes of its own and at most 65,533 of text; what is left for the last one must be enough for it.
  while (length - file.length > 131_072) file = withJpegComment(file, 'x'.repeat(65_000))
  while (length - file.length > 4) {
    const rest = length - file.length
    file = withJpegComment(file, 'x'.repeat(rest <= 65_000 ? rest - 4 : 60_000))
  }
  return file
}

/** A PNG of this length, with a chunk that nobody knows. */
function paddedPng(png: Buffer, length: number): Buffer {
  const padding = chunk('foRe', Buffer.alloc(length - png.length - 12, 120))
  return Buffer.concat([png.subarray(0, -12), padding, png.subarray(-12)])
}
