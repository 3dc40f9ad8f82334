import type { Life } from './facts.ts'
import { isTurnOf, type RowPart } from './row-parts.ts'

/** The places in the log, in order, at which a turn of a booking has changed the part of each business's rows. */
export function placesOf(part: RowPart, lives: ReadonlyMap<string, Life>): ReadonlyMap<string, readonly bigint[]> {
  const places = new Map<string, bigint[]>()
  for (const { businessId, turns } of lives.values()) {
    const its = places.get(businessId) ?? []
    places.set(businessId, its)
    for (const [index, { position, status }] of turns.entries())
      if (isTurnOf(part, turns[index - 1]?.status, status)) its.push(position)
  }
  return new Map([...places].map(([businessId, its]) => [businessId, its.toSorted(ascending)]))
}

/** Rows that were built anew are another generation: nothing is said of which is older. */
export function isBefore(version: string, other: string): boolean {
  return generationIn(version) === generationIn(other) && positionIn(version) < positionIn(other)
}

const generationIn = (version: string) => version.split('.')[2]

/** The place in the log of the last event that changed that part of the rows, which a version names. */
export const positionIn = (version: string): bigint => BigInt(version.split('.')[0] ?? '0')

const ascending = (a: bigint, b: bigint) => (a < b ? -1 : Number(a > b))

/** The last of those that are not past the limit; undefined when all are. @param numberOf by which they are in order */
export function lastUpTo<T, N extends bigint | number>(
  sorted: readonly T[],
  limit: N,
  numberOf: (one: T) => N,
): T | undefined {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const one = sorted[middle]
    if (one !== undefined && numberOf(one) <= limit) from = middle + 1
    else to = middle
  }
  return sorted[from - 1]
}
