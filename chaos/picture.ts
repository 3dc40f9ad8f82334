import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/**
 * Pictures that are known again after the product has drawn them anew, larger or smaller: each has a colour, of which its
 * picture in a list has the same.
 */
export interface Picture {
  readonly width: number
  readonly height: number
  /** Of red, green and blue, each below {@link SHADES}. */
  readonly colour: readonly [red: number, green: number, blue: number]
}

/** So many of each of the three are told apart. */
export const SHADES = 4
const DARKEST = 40
const APART = 60
/** What JPEG and grain may change of a mean. */
const BLUR = 12
/** Without some grain a picture of any size is a few bytes long. A power of two. */
const GRAIN = 32

/** The picture as a PNG. */
export async function draw({ width, height, colour }: Picture): Promise<Buffer> {
  const levels = colour.map(levelOf)
  const pixels = randomBytes(width * height * 3)
  for (const [index, byte] of pixels.entries()) pixels[index] = (levels[index % 3] ?? 0) + (byte % GRAIN) - GRAIN / 2
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Size and colour, as `640x400 #28a0dc`. */
export const nameOf = ({ width, height, colour }: Picture): string => `${width}x${height} ${inHex(colour.map(levelOf))}`

/** The name of the picture that the bytes are; null when they are none, or not all of one. */
export async function nameIn(bytes: Buffer): Promise<string | null> {
  try {
    const picture = sharp(bytes, { failOn: 'truncated' })
    const { width, height } = await picture.metadata()
    // Whether it is whole shows only when it is drawn, which this does.
    const { channels } = await picture.stats()
    return `${width}x${height} ${inHex(channels.slice(0, 3).map(({ mean }) => nearest(mean)))}`
  } catch {
    return null
  }
}

/** What a picture of that name is called when it is drawn so wide; its height is for the product to choose. */
export const nameAt = (name: string, width: number): string => name.replace(/^\d+x\d+/, `${width}x…`)

/** A name without the height. */
export const widthOnly = (name: string): string => name.replace(/^(\d+)x\d+/, '$1x…')

const levelOf = (shade: number) => DARKEST + APART * shade

/** The level that a mean is of; the mean itself where it is of none. */
function nearest(mean: number): number {
  const level = levelOf(Math.round((mean - DARKEST) / APART))
  return Math.abs(level - mean) <= BLUR ? level : Math.min(255, Math.round(mean))
}

const inHex = (levels: readonly number[]) => `#${levels.map((level) => level.toString(16).padStart(2, '0')).join('')}`
