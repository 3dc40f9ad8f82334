/** A sheet with lines of text on it, in tenths of the icon's side: left, top, width, height. */
const LINES = [
  [3, 3, 2.5, 0.4],
  [3, 4.3, 4, 0.4],
  [3, 5.3, 4, 0.4],
  [3, 6.3, 4, 0.4],
  [3, 7.3, 2.8, 0.4],
] as const

const drawn = new Map<number, Promise<Buffer>>()

/**
 * The small picture of a document that is no picture: a drawn page. The same for all documents, so it tells nothing of
 * any. @param side of the square in pixels
 * @returns a PNG
 */
export function pageIcon(side: number): Promise<Buffer> {
  const known = drawn.get(side)
  if (known) return known
  const icon = draw(side)
  drawn.set(side, icon)
  return icon
}

async function draw(side: number): Promise<Buffer> {
  // Loaded with the first icon: a process that draws none has no need of it.
  const { default: sharp } = await import('sharp')
  const tenth = side / 10
  const box = (width: number, height: number, background: string) => ({
    create: { width: Math.round(width * tenth), height: Math.round(height * tenth), channels: 3 as const, background },
  })
  const placed = (left: number, top: number) => ({ left: Math.round(left * tenth), top: Math.round(top * tenth) })
  return sharp({ create: { width: side, height: side, channels: 3, background: '#e8ecf1' } })
    .composite([
      { input: box(6.2, 8.2, '#9aa7b5'), ...placed(1.9, 0.9) },
      { input: box(6, 8, '#ffffff'), ...placed(2, 1) },
      ...LINES.map(([left, top, width, height]) => ({ input: box(width, height, '#9aa7b5'), ...placed(left, top) })),
    ])
    .png()
    .toBuffer()
}
