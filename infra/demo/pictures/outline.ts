/** A corner of an outline: centimetres from the rear bumper, centimetres above the road, and how far it is rounded. */
export type Corner = readonly [along: number, height: number, round: number]

/** Corners as they are written down in a line: `along height round`, with strokes between them. */
export function corners(text: string): readonly Corner[] {
  return text.split(' / ').map((corner) => {
    const [along = 0, height = 0, rounding = 0] = corner.split(' ').map(Number)
    return [along, height, rounding]
  })
}

/** Where the wheels stand on the picture of 800 × 450. */
export const ROAD = 362
/** Parts of the picture's width to a centimetre of the vehicle. */
const SCALE = 1.3

/** The picture's coordinates of a vehicle so many centimetres long that stands in the middle. */
export function placed(length: number) {
  const left = (800 - length * SCALE) / 2
  return {
    x: (along: number) => round(left + along * SCALE),
    y: (height: number) => round(ROAD - height * SCALE),
    size: (centimetres: number) => round(centimetres * SCALE),
  }
}

export type Place = ReturnType<typeof placed>

/** The path round these corners, closed; each is rounded as far as its edges allow. */
export function pathRound(outline: readonly Corner[], { x, y }: Place): string {
  const parts = outline.map((corner, index) => {
    const before = near(corner, outline.at(index - 1) ?? corner)
    const after = near(corner, outline.at((index + 1) % outline.length) ?? corner)
    return `${index === 0 ? 'M' : 'L'}${x(before[0])} ${y(before[1])}Q${x(corner[0])} ${y(corner[1])} ${x(after[0])} ${y(after[1])}`
  })
  return `${parts.join('')}Z`
}

/** The point where the rounding of a corner begins, on the way to its neighbour. */
function near([along, height, rounding]: Corner, [otherAlong, otherHeight]: Corner): readonly [number, number] {
  const distance = Math.hypot(otherAlong - along, otherHeight - height)
  const share = distance === 0 ? 0 : Math.min(rounding / distance, 0.5)
  return [along + (otherAlong - along) * share, height + (otherHeight - height) * share]
}

const round = (value: number) => Math.round(value * 10) / 10
