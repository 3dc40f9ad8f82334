import {
  MOST_POINTS,
  MOST_STROKES,
  SIGNATURE_HEIGHT,
  SIGNATURE_WIDTH,
  type Strokes,
} from '@forecourt/contracts/contract.ts'

/** Rules of a drawn signature: lines of points on a field of 1000 by 400, as the contract of the call wants them. */

export type Stroke = Strokes[number]
type Point = Stroke[number]

/** Points that are nearer to the last one than this say nothing that can be seen. */
const NEAREST = 4
/** A signature is at least so long in one direction: a touch by mistake is none. */
const SMALLEST = 60

/** Where on the field somebody touches, wherever the field stands on the screen; beside it counts as its edge. */
export function pointOn(
  field: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
  touch: { readonly clientX: number; readonly clientY: number },
): Point {
  return [
    along((touch.clientX - field.left) / field.width, SIGNATURE_WIDTH),
    along((touch.clientY - field.top) / field.height, SIGNATURE_HEIGHT),
  ]
}

const along = (share: number, most: number) => Math.min(most, Math.max(0, Math.round(share * most)))

/** Draws the line on to a point; false when it is too near to be one. */
export function drawOn(stroke: Point[], [x, y]: Point): boolean {
  const [lastX, lastY] = stroke.at(-1) ?? [Number.NEGATIVE_INFINITY, 0]
  if (Math.hypot(x - lastX, y - lastY) < NEAREST) return false
  stroke.push([x, y])
  return true
}

/** Whether there is more than a dot. */
export function isSignature(strokes: Strokes): boolean {
  const points = strokes.flat()
  return Math.max(spread(points.map(([x]) => x)), spread(points.map(([, y]) => y))) >= SMALLEST
}

const spread = (of: readonly number[]) => (of.length === 0 ? 0 : Math.max(...of) - Math.min(...of))

/** With no more lines and points than a signature may have: of very long ones every second point goes, but never an end. */
export function fitting(strokes: Strokes): Strokes {
  const few = strokes.slice(0, MOST_STROKES)
  const count = few.reduce((sum, { length }) => sum + length, 0)
  if (count <= MOST_POINTS) return few
  const thinner = few.map((stroke) => stroke.filter((_, place) => place % 2 === 0 || place === stroke.length - 1))
  return fitting(thinner)
}

/** The line as an SVG path, round through the middles of its points; a single touch is a dot. */
export function pathOf(stroke: readonly Point[]): string {
  const [first, ...rest] = stroke
  if (first === undefined) return ''
  const start = `M${first[0]} ${first[1]}`
  const last = rest.pop()
  if (last === undefined) return `${start}h.1`
  const curves = rest.map(([x, y], place) => {
    const [nextX, nextY] = rest[place + 1] ?? last
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`
  })
  return `${start}${curves.join('')}L${last[0]} ${last[1]}`
}
