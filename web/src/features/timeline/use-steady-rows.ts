import { type RefObject, useLayoutEffect, useRef } from 'react'
import { rowAt } from './seen.ts'

/**
 * Rows grow and shrink as other days come into sight. The one that somebody is at, or else the first that is seen, stays
 * where it is on the screen.
 */
export function useSteadyRows(box: RefObject<HTMLElement | null>, offsets: readonly number[]): void {
  const before = useRef(offsets)
  useLayoutEffect(() => {
    const element = box.current
    const were = before.current
    before.current = offsets
    if (element === null || were.length !== offsets.length) return
    const row = rowInHand(element) ?? rowAt(were, element.scrollTop)
    const moved = (offsets[row] ?? 0) - (were[row] ?? 0)
    if (moved !== 0) element.scrollTop += moved
  }, [box, offsets])
}

/** The row with the focus. */
function rowInHand(box: HTMLElement): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-vehicle]')
  return row instanceof HTMLElement && box.contains(row) ? Number(row.dataset.vehicle) : undefined
}
