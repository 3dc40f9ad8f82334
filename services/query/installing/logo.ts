import { readableOn } from '@forecourt/kit/readable-on.ts'
import type Sharp from 'sharp'

/** What a logo is drawn on, and the logo, cut to what is to be seen of it. */
export interface PlacedLogo {
  /** `#rrggbb` */
  readonly ground: string
  readonly picture: Buffer
  readonly left: number
  readonly top: number
}

/** A box in the middle of a square icon, in pixels. */
export interface Box {
  readonly side: number
  readonly width: number
  readonly height: number
  /** Of its middle, from the top. */
  readonly middle: number
  /** A system may cut all but a circle of this width: the logo's corners stay within. */
  readonly circle?: number
}

const INK = '#1b1a17'
/** Lighter than this, from 0 to 255, a logo cannot be made out on paper. */
const LIGHT = 200
const OPAQUE = 250

/**
 * Fits a logo of ours into a box. One without anything transparent goes on in its own colour; others stand on paper, or, when
 * they are too light for that, on the business's colour or, when that is light as well, on ink.
 * @param paper and @param colour `#rrggbb`
 */
export async function placeLogo(
  sharp: typeof Sharp,
  logo: Buffer,
  { side, width, height, middle, circle }: Box,
  { paper, colour }: { readonly paper: string; readonly colour: string },
): Promise<PlacedLogo> {
  const { width: wide, height: high } = await sharp(logo).metadata()
  const inCircle = circle === undefined ? Number.POSITIVE_INFINITY : circle / Math.hypot(wide, high)
  const scale = Math.min(width / wide, height / high, inCircle)
  const fitted = [wide, high].map((length) => Math.max(1, Math.floor(length * scale)))
  const [fittedWidth = 1, fittedHeight = 1] = fitted
  const picture = await sharp(logo).resize(fittedWidth, fittedHeight, { fit: 'fill' }).png().toBuffer()
  return {
    ground: await groundOf(sharp, logo, paper, colour),
    picture,
    left: Math.round((side - fittedWidth) / 2),
    top: Math.round(middle - fittedHeight / 2),
  }
}

async function groundOf(sharp: typeof Sharp, logo: Buffer, paper: string, colour: string): Promise<string> {
  const small = await sharp(logo).resize(32, 32, { fit: 'inside' }).ensureAlpha().raw().toBuffer()
  const pixels = Array.from({ length: small.length / 4 }, (_, index) => small.subarray(index * 4, index * 4 + 4))
  if (pixels.every(([, , , alpha = 0]) => alpha > OPAQUE)) {
    const corner = await sharp(logo).extract({ left: 0, top: 0, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
    return `#${corner.toString('hex', 0, 3)}`
  }
  const seen = pixels.reduce((sum, [, , , alpha = 0]) => sum + alpha, 0)
  const light = pixels.reduce(
    (sum, [red = 0, green = 0, blue = 0, alpha = 0]) => sum + (0.299 * red + 0.587 * green + 0.114 * blue) * alpha,
    0,
  )
  if (seen === 0 || light / seen <= LIGHT) return paper
  return readableOn(colour) === '#ffffff' ? colour : INK
}
