import sharp, { type OverlayOptions } from 'sharp'

/** A picture of a state, taken at one size in one colour. */
export interface Print {
  readonly size: string
  readonly colour: string
  readonly png: Buffer
}

/** Pixels: a sheet's width, and what is left between pictures. */
const WIDTH = 2000
const GAP = 12

/**
 * One sheet with all pictures of a state: the first colour's sizes side by side and as large as they can be, below them
 * those of the other colours.
 */
export async function contactSheet(prints: readonly Print[]): Promise<Buffer> {
  const [colour] = new Set(prints.map((print) => print.colour))
  const rows = [prints.filter((print) => print.colour === colour), prints.filter((print) => print.colour !== colour)]
  const pieces: OverlayOptions[] = []
  let top = GAP
  for (const row of rows.filter(({ length }) => length > 0)) {
    const sized = await Promise.all(row.map(async ({ png }) => ({ png, ...(await sizeOf(png)) })))
    const across = sized.reduce((sum, { width }) => sum + width, 0)
    const scale = Math.min(1, (WIDTH - GAP * (row.length + 1)) / across)
    let left = GAP
    for (const { png, width, height } of sized) {
      const input = await sharp(png)
        .resize({ width: Math.floor(width * scale), height: Math.floor(height * scale) })
        .png()
        .toBuffer()
      pieces.push({ input, left: Math.round(left), top })
      left += width * scale + GAP
    }
    top += Math.ceil(Math.max(...sized.map(({ height }) => height)) * scale) + GAP
  }
  return await sharp({ create: { width: WIDTH, height: top, channels: 3, background: '#8d8d8d' } })
    .composite(pieces)
    .png({ compressionLevel: 6 })
    .toBuffer()
}

async function sizeOf(png: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(png).metadata()
  return { width, height }
}
