import { chunk, PLANTED_SCRIPT } from '@forecourt/infra/testing/sample-files.ts'
import sharp, { type Sharp } from 'sharp'
import type { Chance } from '../../system/support/random.ts'
import type { Corner, CorpusFile } from './corpus.ts'

/** A sound picture. */
export interface Sample {
  readonly name: string
  readonly kind: 'jpeg' | 'png' | 'webp'
  readonly purpose: CorpusFile['purpose']
  readonly bytes: Buffer
  /** Width and height as it is served. */
  readonly stands?: readonly [number, number]
}

type Draw = (picture: Sharp) => Sharp

const JPEGS: Readonly<Record<string, Draw>> = {
  'a JPEG': (picture) => picture.jpeg(),
  'a progressive JPEG': (picture) => picture.jpeg({ progressive: true }),
  'a poor JPEG': (picture) => picture.jpeg({ quality: 20 }),
  'a fine JPEG': (picture) => picture.jpeg({ quality: 98, chromaSubsampling: '4:4:4' }),
  'a grey JPEG': (picture) => picture.greyscale().jpeg(),
  'a CMYK JPEG': (picture) => picture.toColourspace('cmyk').jpeg(),
  'a JPEG by mozjpeg': (picture) => picture.jpeg({ mozjpeg: true }),
}
const PNGS: Readonly<Record<string, Draw>> = {
  'a PNG': (picture) => picture.png(),
  'a PNG with 16 bits': (picture) => picture.toColourspace('rgb16').png(),
  'a grey PNG': (picture) => picture.greyscale().png(),
  'a PNG with a palette': (picture) => picture.png({ palette: true, colours: 16 }),
  'a PNG line by line': (picture) => picture.png({ progressive: true }),
  'a PNG that is not packed': (picture) => picture.png({ compressionLevel: 0 }),
  'a transparent PNG': (picture) => picture.ensureAlpha(0.5).png(),
}
const WEBPS: Readonly<Record<string, Draw>> = {
  'a WebP': (picture) => picture.webp(),
  'a lossless WebP': (picture) => picture.webp({ lossless: true }),
  'a transparent WebP': (picture) => picture.ensureAlpha(0.3).webp(),
  'a poor WebP': (picture) => picture.webp({ quality: 10 }),
}

const SIZES = [
  [160, 120],
  [64, 200],
  [301, 33],
  [1, 1],
] as const

/** Every kind in several sizes; licences and pictures of vehicles in turn. */
export async function pictures(chance: Chance): Promise<Sample[]> {
  const kinds = [
    ...Object.entries(JPEGS).map(([name, draw]) => ({ name, draw, kind: 'jpeg' as const })),
    ...Object.entries(PNGS).map(([name, draw]) => ({ name, draw, kind: 'png' as const })),
    ...Object.entries(WEBPS).map(([name, draw]) => ({ name, draw, kind: 'webp' as const })),
  ]
  const drawn = kinds.flatMap(({ name, draw, kind }, index) =>
    SIZES.map(async (stands, turn): Promise<Sample> => {
      const [width, height] = stands
      const bytes = await draw(noise(chance, width, height)).toBuffer()
      const purpose = kind === 'webp' || (index + turn) % 3 === 0 ? 'vehicle-image' : 'license'
      return { name: `${name} of ${width} × ${height}`, kind, purpose, bytes, stands }
    }),
  )
  return Promise.all(drawn)
}

/** Several pictures in one file: the first one is taken. */
export async function animations(chance: Chance): Promise<Sample[]> {
  const frames = await Promise.all([1, 2, 3].map(() => noise(chance, 60, 40).png().toBuffer()))
  const webp = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const [first = Buffer.alloc(0)] = frames
  const stands = [60, 40] as const
  return [
    { name: 'an animated WebP', kind: 'webp', purpose: 'vehicle-image', bytes: webp, stands },
    { name: 'an animated PNG', kind: 'png', purpose: 'license', bytes: animated(first, 2), stands },
    { name: 'an animated PNG of a vehicle', kind: 'png', purpose: 'vehicle-image', bytes: animated(first, 2), stands },
  ]
}

/** Larger ones, whose stored picture is smaller than they were. */
export async function decorated(chance: Chance): Promise<CorpusFile[]> {
  const wide = await noise(chance, 200, 100).resize(2000, 1000).jpeg().toBuffer()
  const tall = await noise(chance, 100, 600).resize(1000, 6000).jpeg().toBuffer()
  return [
    { name: 'a wide picture', purpose: 'vehicle-image', bytes: wide, becomes: 'served', stands: [1280, 640] },
    { name: 'a tall picture', purpose: 'license', bytes: tall, becomes: 'served', stands: [683, 4096] },
  ]
}

/** Place, owner, profile and scripts beside the pixels. */
export async function metadata(chance: Chance): Promise<CorpusFile[]> {
  const exif = {
    IFD0: { Artist: 'Canary Owner', ImageDescription: PLANTED_SCRIPT },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
  }
  const xmp = `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${PLANTED_SCRIPT.replace('<?php', '<php').replace('?>', '>')}</a></x:xmpmeta>`
  const outputs: readonly (readonly [string, Draw, CorpusFile['purpose']])[] = [
    ['JPEG', (picture) => picture.jpeg(), 'license'],
    ['PNG', (picture) => picture.png(), 'license'],
    ['WebP', (picture) => picture.webp(), 'vehicle-image'],
  ]
  const plain = () => noise(chance, 90, 60)
  const files = outputs.flatMap(([kind, draw, purpose]) => {
    const beside: Readonly<Record<string, () => Sharp>> = {
      'a place and an owner': () => plain().withExif(exif),
      'a script in its XMP': () => plain().withXmp(xmp),
      'a profile': () => plain().withIccProfile('p3'),
      'all of it': () => plain().withExif(exif).withXmp(xmp).withIccProfile('p3'),
    }
    return Object.entries(beside).map(
      async ([what, picture]): Promise<CorpusFile> => ({
        name: `a ${kind} with ${what}`,
        purpose,
        bytes: await draw(picture()).toBuffer(),
        becomes: 'served',
        stands: [90, 60],
      }),
    )
  })
  return Promise.all(files)
}

/** Where the top left corner of the stored picture is when it stands upright, by EXIF orientation. */
const CORNERS: readonly Corner[] = [
  'top left',
  'top right',
  'bottom right',
  'bottom left',
  'top left',
  'top right',
  'bottom right',
  'bottom left',
]

/** The camera was held in any way, and its place is in the file. */
export async function upright(chance: Chance): Promise<CorpusFile[]> {
  const files = CORNERS.flatMap((redCorner, index) =>
    (['license', 'vehicle-image'] as const).map(async (purpose): Promise<CorpusFile> => {
      const red = { create: { width: 40, height: 20, channels: 3 as const, background: '#ff0000' } }
      const bytes = await noise(chance, 120, 60)
        .composite([{ input: red, left: 0, top: 0 }])
        .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: index + 1 })
        .jpeg()
        .toBuffer()
      const stands = index < 4 ? ([120, 60] as const) : ([60, 120] as const)
      return { name: `a ${purpose} of orientation ${index + 1}`, purpose, bytes, becomes: 'served', stands, redCorner }
    }),
  )
  return Promise.all(files)
}

/** A dark picture with some detail, by chance. */
export function noise(chance: Chance, width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let value = chance.below(120)
  for (let place = 0; place < pixels.length; place += 1) {
    value = (value * 31 + 17 + (place % 7)) % 121
    pixels[place] = value
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A PNG made into one that moves: its picture again and again. @param claimed how many frames it says it has */
export function animated(png: Buffer, claimed: number): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const control = Buffer.alloc(8)
  control.writeUInt32BE(claimed, 0)
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(width, 4)
    data.writeUInt32BE(height, 8)
    data.writeUInt16BE(1, 20)
    data.writeUInt16BE(10, 22)
    return chunk('fcTL', data)
  }
  // Behind the signature and IHDR.
  const rest = png.subarray(33)
  const begins = rest.indexOf('IDAT')
  const pixels = rest.subarray(begins + 4, begins + 4 + rest.readUInt32BE(begins - 4))
  const second = chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels]))
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', control),
    frame(0),
    rest.subarray(0, -12),
    frame(1),
    second,
    rest.subarray(-12),
  ])
}
