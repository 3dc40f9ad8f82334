import { useDeferredValue, useState } from 'react'

/** Rows that are made before the first paint: more than a screen holds. */
const FIRST = 15
/** Rows that are there soon after; thousands at once would make every tap slow. */
const PAGE = 100

/** Shows a long list page by page; whoever taps never waits for rows that they cannot see yet. */
export function usePaged<Row>(rows: readonly Row[]) {
  const [wanted, setWanted] = useState(PAGE)
  // Made in the background, in pieces: a tap goes first.
  const count = useDeferredValue(wanted, FIRST)
  return {
    shown: rows.slice(0, count),
    /** How many are not asked for yet. */
    more: Math.max(0, rows.length - wanted),
    showMore: () => setWanted(wanted + PAGE),
  }
}
