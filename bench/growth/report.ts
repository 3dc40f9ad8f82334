import { quantile } from '../statistics.ts'
import type { Timings } from './calls.ts'

/** The product with so many bookings behind it, and how long the calls took there. */
export interface Size {
  readonly bookings: number
  readonly timings: Timings
}

/** The column of a size. A name that is only a number would stand before all others. */
export const columnOf = (bookings: number): string => `${bookings} bookings`

/** The 95th percentile of each call in milliseconds, size by size, and what the last is to the first. */
export function percentilesOf(sizes: readonly Size[]) {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (first === undefined || last === undefined) return []
  return [...first.timings.keys()].map((call) => {
    const at = ({ timings }: Size, share: number) => quantile(timings.get(call) ?? [], share)
    const growth = (share: number) => Number((at(last, share) / at(first, share)).toFixed(2))
    return {
      call,
      ...Object.fromEntries(sizes.map((size) => [columnOf(size.bookings), Number(at(size, 0.95).toFixed(1))])),
      'last ÷ first': growth(0.95),
      // What a busy machine does to a few calls in a hundred is not in it.
      'of medians': growth(0.5),
    }
  })
}
