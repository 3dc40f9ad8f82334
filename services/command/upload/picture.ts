import type SharpModule from 'sharp'
import type { Sharp } from 'sharp'

/** How pictures of one purpose are stored. */
export interface PictureFormat {
  readonly contentType: 'image/jpeg' | 'image/webp' | 'image/png'
  /** Box in pixels that the stored picture fits into; smaller ones keep their size. */
  readonly largest: { readonly width: number; readonly height: number }
  /** Widths in pixels of the smaller pictures that are stored beside it. */
  readonly widths: readonly number[]
}

/** A picture as it is stored. */
export interface Picture {
  readonly bytes: Buffer
  /** Pixels. */
  readonly width: number
}

/** Why a file is no picture that can be stored. */
export type PictureRefusal = 'file-unreadable' | 'too-many-pixels'

type PictureKind = 'image/png' | 'image/jpeg' | 'image/webp'

/** What the largest of today's telephones take by default, and what two decoders at once can hold in memory. */
const MOST_PIXELS = 40_000_000
/** How sharp says that there are more, before it decodes any. */
const TOO_MANY_PIXELS = /exceeds pixel limit/
/** What our largest takes on one core at rest, many times over; measured by the clock, so a busy machine comes to it. */
const LONGEST_SECONDS = 15
/** How sharp says that it had no time, or libvips no memory. */
const OUT_OF_TIME_OR_MEMORY = /^timeout:|out of memory/
/**
 * Of WebP too. AVIF at sharp's own effort takes 3.5 s for a width of 1280 where WebP takes 0.2 s [measured, 12 megapixels,
 * one core], for half the bytes; at the effort that is quick enough it saves little, and staff wait for the answer.
 */
const QUALITY = 85

const DECODERS = ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] as const

/** There was no time or memory for a picture. That says nothing of the file: it can be tried again. */
export class NotDrawn extends Error {
  override readonly name = 'NotDrawn'
}

let loading: Promise<typeof SharpModule> | undefined

/** Loaded with the first picture: a process that draws none does without it. */
export function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // Pictures are decoded one after the other anyway; libvips' threads and caches would only cost memory between them.
    sharp.concurrency(1)
    sharp.cache(false)
    // Whatever is in a file, no other decoder is ever tried on it: not SVG's, which reads addresses, nor anybody else's.
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: [...DECODERS] })
    return sharp
  })
  return loading
}

/**
 * Draws a picture anew from its pixels, upright, without anything else that was in the file: metadata (a place, a
 * camera), profiles, trailing bytes, scripts.
 * @param kind what the first bytes say; another decoder than that one is never used
 * @param within seconds that it may take
 * @returns why it cannot be: it is broken or cut short, or has too many pixels
 * @throws {NotDrawn} it took too long
 */
export async function redraw(
  bytes: Buffer,
  kind: PictureKind,
  format: PictureFormat,
  within = LONGEST_SECONDS,
): Promise<Picture | PictureRefusal> {
  try {
    const { format: found } = await (await open(bytes)).metadata()
    if (`image/${found}` !== kind) return 'file-unreadable'
    const fitted = (await open(bytes))
      .autoOrient()
      .resize({ ...format.largest, fit: 'inside', withoutEnlargement: true })
    return await encoded(fitted, format, within)
  } catch (cause) {
    if (cause instanceof Error && OUT_OF_TIME_OR_MEMORY.test(cause.message)) {
      throw new NotDrawn('there was no time or memory for a picture', { cause })
    }
    // Whatever else sharp cannot do with it, the file is at fault.
    return cause instanceof Error && TOO_MANY_PIXELS.test(cause.message) ? 'too-many-pixels' : 'file-unreadable'
  }
}

/** A smaller picture of one that `redraw` made. The same picture gives the same bytes. */
export async function reduce(picture: Buffer, width: number, format: PictureFormat): Promise<Buffer> {
  return (await encoded((await open(picture)).resize({ width, withoutEnlargement: true }), format)).bytes
}

async function open(bytes: Buffer): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true, pages: 1 })
}

async function encoded(picture: Sharp, { contentType }: PictureFormat, within = LONGEST_SECONDS): Promise<Picture> {
  const drawn = inFormat(picture.timeout({ seconds: within }), contentType)
  const { data: bytes, info } = await drawn.toBuffer({ resolveWithObject: true })
  return { bytes, width: info.width }
}

function inFormat(picture: Sharp, contentType: PictureFormat['contentType']): Sharp {
  if (contentType === 'image/webp') return picture.webp({ quality: QUALITY })
  // Of sharp edges and few colours, and what is transparent stays so.
  if (contentType === 'image/png') return picture.png({ compressionLevel: 9 })
  // Licences are full of small print: no colour subsampling, and white behind what is transparent.
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
}
