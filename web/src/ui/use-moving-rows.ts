import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { pressesOnMovingRows } from '../lib/presses-on-moving-rows.ts'

/** A place in a list: a row, whether on what makes it go, and the list. */
interface Focused {
  readonly row: string
  readonly isAway: boolean
  readonly list: HTMLElement
}

/**
 * For a list whose rows go away: what stands under a finger, or has the keyboard's focus, is then another row. The second
 * tap of two does nothing to that one, a held key goes no further than its row, and the focus goes on to the row that takes
 * the place. A row has `data-row` with its id, and in it `data-row-away` on what makes it go, or on what asks first: a dialog
 * that is opened from a row comes back to it.
 * @param rows what is listed, in its order
 * @returns what the element takes that holds the list and its heading
 */
export function useMovingRows(rows: readonly { readonly id: string }[]) {
  const [presses] = useState(() => pressesOnMovingRows(Date.now))
  /** Whether the press that is under way counts. */
  const isMeant = useRef(true)
  /** Where in the list the focus is: a row that goes does not say so. */
  const focused = useRef<Focused>(undefined)
  const before = useRef<readonly string[]>([])

  useLayoutEffect(() => {
    const ids = rows.map(({ id }) => id)
    const were = before.current
    before.current = ids
    // Nothing moves for what is added at the end.
    if (were.every((id, place) => id === ids[place])) return
    presses.moved()
    const held = focused.current
    if (held === undefined || ids.includes(held.row) || document.activeElement !== document.body) return
    focusInstead(held, ids[Math.min(were.indexOf(held.row), ids.length - 1)])
  }, [rows, presses])

  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.contains(target)) return
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
      focused.current =
        row === undefined ? undefined : { row, isAway: target.matches('[data-row-away]'), list: currentTarget }
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget?.closest('[data-dialog]') == null) focused.current = undefined
    },
    onPointerDownCapture: (event: PointerEvent) => {
      if (!isWithin(event)) return
      const counts = presses.counts({ x: event.clientX, y: event.clientY, row: rowOf(event)?.dataset.row })
      // What is no row, a heading's button say, has not moved.
      isMeant.current = counts || !isOnRow(event)
      if (!isMeant.current) event.stopPropagation()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isWithin(event)) return
      // A key's click has no pointer that could be above another row by now.
      if (event.detail > 0 && !isMeant.current) {
        event.preventDefault()
        event.stopPropagation()
      } else if (event.target instanceof Element && event.target.closest('[data-row-away]') !== null) presses.going()
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      // Held, it would press what the focus has gone on to.
      if (event.repeat && event.key === 'Enter' && isOnRow(event)) event.preventDefault()
    },
  }
}

/** What happens in a dialog comes through the list as well. */
const isWithin = ({ target, currentTarget }: MouseEvent) => target instanceof Node && currentTarget.contains(target)

const rowOf = ({ target }: KeyboardEvent | PointerEvent) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null

const isOnRow = (event: KeyboardEvent | PointerEvent) => rowOf(event) !== null

/** On the same control of that row, or on what opens it where it has none such; on the heading when no row is left. */
function focusInstead({ list, isAway }: Focused, id: string | undefined): void {
  const row = id === undefined ? null : list.querySelector(`[data-row="${CSS.escape(id)}"]`)
  const away = isAway ? row?.querySelector<HTMLElement>('[data-row-away]') : undefined
  const control = away ?? row?.querySelector<HTMLElement>('[data-row-open]')
  const heading = list.querySelector<HTMLElement>('h1, h2')
  if (control === undefined || control === null) heading?.setAttribute('tabindex', '-1')
  const focusable = control ?? heading
  focusable?.focus({ preventScroll: true })
}
