import type { Run } from './model.ts'

/** Which part of the timeline is on the screen, and so is made. Lengths in CSS pixels. */

/** A day's width, a line's height, the room round the lines of a row, the head's height. */
export const DAY = 34
export const LANE = 26
export const PADDING = 9
export const HEAD = 56

/** How much more than is seen is made, so that scrolling shows no gaps; changed in steps, so that it is seldom made anew. */
const MORE_ROWS = 6
const ROW_STEP = 3
const MORE_DAYS = 9
const DAY_STEP = 7

export const heightOf = (lanes: number): number => lanes * LANE + 2 * PADDING

/** Where each row begins, and last where the last one ends. */
export function offsetsOf(lanes: readonly number[]): readonly number[] {
  const offsets = [0]
  let end = 0
  for (const count of lanes) {
    end += heightOf(count)
    offsets.push(end)
  }
  return offsets
}

/** What is made: rows `[firstRow, lastRow)`, days `[firstDay, lastDay)`. */
export interface Seen {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstDay: number
  readonly lastDay: number
  /** The days that are in sight, and up to a week round them: rows are as high as these ask for. */
  readonly sight: Run
}

export interface View {
  readonly left: number
  readonly top: number
  /** Of the part in which days are seen: without the names. */
  readonly width: number
  readonly height: number
}

/** The last row that begins at or before a place. */
export function rowAt(offsets: readonly number[], place: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((offsets[middle] ?? 0) <= place) low = middle
    else high = middle - 1
  }
  return low
}

const down = (value: number, step: number) => Math.floor(value / step) * step
const up = (value: number, step: number) => Math.ceil(value / step) * step

export function seenIn({ left, top, width, height }: View, offsets: readonly number[], days: number): Seen {
  const rows = offsets.length - 1
  // Both edges of the days go on at once: half as often there is something to make.
  const firstDay = down(Math.floor(left / DAY) - MORE_DAYS, DAY_STEP)
  const lastDay = firstDay + Math.ceil(width / DAY) + 2 * MORE_DAYS + DAY_STEP
  return {
    firstRow: Math.max(0, down(rowAt(offsets, top) - MORE_ROWS, ROW_STEP)),
    lastRow: Math.min(rows, up(rowAt(offsets, top + height) + 1 + MORE_ROWS, ROW_STEP)),
    firstDay: Math.max(0, firstDay),
    lastDay: Math.min(days, lastDay),
    sight: { from: firstDay + MORE_DAYS, to: lastDay - MORE_DAYS },
  }
}

export const isSame = (one: Seen, other: Seen): boolean =>
  one.firstRow === other.firstRow &&
  one.lastRow === other.lastRow &&
  one.sight.from === other.sight.from &&
  one.sight.to === other.sight.to

/** How far to scroll so that something from `from` to `to` is within a view that begins at `at`; unchanged when it is. */
export function scrolledTo(from: number, to: number, at: number, length: number): number {
  if (from < at) return from
  return to > at + length ? to - length : at
}
