import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/**
 * Pictures that are known again after the product has drawn them anew, as large or smaller: each has a size and a colour. Which
 * grain it has is left to chance, and nothing depends on it.
 */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Of red, green and blue, each below {@link SHADES}. */
  readonly colour: readonly [red: number, green: number, blue: number]
}

/** So many of each of the three are told apart: levels with their grain stay well within a byte, and far enough apart. */
export const SHADES = 4
const DARKEST = 64
const APART = 50
/** What JPEG and grain may change of a mean: less than half of what levels are apart. */
const BLUR = 12
/** Without some grain a picture of any size is a few bytes long. A power of two. */
const GRAIN = 32
/** JPEG makes grain coarser by no more than that. A stripe that was not drawn is farther off. */
const COARSE = 64

/** The picture as a PNG. */
export async function draw({ width, height, colour }: Picture): Promise<Buffer> {
  const levels = colour.map(levelOf)
  const pixels = randomBytes(width * height * 3)
  for (const [index, byte] of pixels.entries()) pixels[index] = (levels[index % 3] ?? 0) + (byte % GRAIN) - GRAIN / 2
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Size and colour, as `640x400 #40aae0`. */
export const pictureName = ({ width, height, colour }: Picture): string =>
  `${width}x${height} ${inHex(colour.map(levelOf))}`

/** The name of the picture that the bytes are; null when they are none, or not all of one. */
export async function pictureIn(bytes: Buffer): Promise<string | null> {
  try {
    const picture = sharp(bytes, { failOn: 'truncated' })
    const { width, height } = await picture.metadata()
    // Whether it is whole shows only when it is drawn, which this does.
    const channels = (await picture.stats()).channels.slice(0, 3)
    const isEven = channels.every(({ mean, min, max }) => mean - min <= COARSE && max - mean <= COARSE)
    return `${width}x${height} ${isEven ? inHex(channels.map(({ mean }) => nearest(mean))) : 'of several colours'}`
  } catch {
    return null
  }
}

const NAME = /^(?<width>\d+)x(?<height>\d+) (?<colour>.+)$/

/** Whether a picture is another one, of this name, drawn so wide: none is made larger than it was. */
export function isDrawnAt(width: number, shown: string | null, uploaded: string): boolean {
  const [small, large] = [shown ?? '', uploaded].map((name) => NAME.exec(name)?.groups)
  if (small === undefined || large === undefined) return false
  const factor = Math.min(1, width / Number(large.width))
  const isAsLarge = (side: 'width' | 'height') => Math.abs(Number(small[side]) - Number(large[side]) * factor) <= 1
  return isAsLarge('width') && isAsLarge('height') && small.colour === large.colour
}

const levelOf = (shade: number) => DARKEST + APART * shade

/** The level that a mean is of; the mean itself where it is of none. */
function nearest(mean: number): number {
  const level = levelOf(Math.round((mean - DARKEST) / APART))
  return Math.abs(level - mean) <= BLUR ? level : Math.round(mean)
}

const inHex = (levels: readonly number[]) => `#${levels.map((level) => level.toString(16).padStart(2, '0')).join('')}`
