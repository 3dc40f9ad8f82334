import type { Resident } from '../measure/memory.ts'
import type { Goal } from '../results.ts'
import { quantile } from '../statistics.ts'
import type { Timings } from './calls.ts'

/** The product with so many bookings behind it, and how long the calls took there. */
export interface Size {
  readonly bookings: number
  readonly timings: Timings
}

/** The column of a size. A name that is only a number would stand before all others. */
const columnOf = (bookings: number): string => `${bookings} bookings`

/** The 95th percentile of each call in milliseconds, size by size, and what the last is to the first. */
export function percentilesOf(sizes: readonly Size[]) {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (first === undefined || last === undefined) return []
  return [...first.timings.keys()].map((call) => {
    const at = ({ timings }: Size, share: number) => quantile(timings.get(call) ?? [], share)
    const growth = (share: number) => at(last, share) / at(first, share)
    return {
      call,
      ...Object.fromEntries(sizes.map((size) => [columnOf(size.bookings), Number(at(size, 0.95).toFixed(1))])),
      'last ÷ first': growth(0.95),
      // What a busy machine does to a few calls in a hundred is not in it.
      'of medians': growth(0.5),
    }
  })
}

/** A process with so many bookings behind it. Without `resident` it is gone. */
export interface Holding {
  readonly bookings: number
  readonly resident: Resident | undefined
}

/**
 * The memory of a process in MB, size by size, and what the last is to the first. That is of what it holds now: the most
 * that it ever held is from when it caught up with a history that was loaded in one go.
 */
export function memoryOf(process: string, sizes: readonly Holding[]) {
  const now = (size: Holding | undefined) => size?.resident?.now ?? Number.NaN
  return {
    process,
    ...Object.fromEntries(
      sizes.map(({ bookings, resident }) => [
        columnOf(bookings),
        resident === undefined ? 'gone' : `${resident.now} (${resident.peak})`,
      ]),
    ),
    'last ÷ first': now(sizes.at(-1)) / now(sizes[0]),
  }
}

/** @returns that something grows no more than so many times from the smallest size to the largest; what is gone holds nothing */
export const growthGoal = (what: string, ratio: number, goal: number): Goal => ({
  what: Number.isNaN(ratio)
    ? `${what}: gone; goal ${goal}`
    : `${what}: ${toHundredths(ratio)} times the first; goal ${goal}`,
  held: ratio <= goal,
})

/** The rows for whoever reads them: numbers to the hundredth. What is judged is not rounded before. */
export const rounded = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]: [string, unknown]) => [
        name,
        typeof value === 'number' ? toHundredths(value) : value,
      ]),
    ),
  )

const toHundredths = (value: number): number => Number(value.toFixed(2))
