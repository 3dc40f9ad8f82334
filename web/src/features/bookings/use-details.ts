import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useMedia } from '../../lib/use-media.ts'
import { focusedRow, focusRow, moveRow } from '../shortcuts/rows.ts'
import { useEscape } from '../shortcuts/use-escape.ts'

/** From here on the list and the details have room beside each other. */
const BESIDE = '(min-width: 62.5rem) and (orientation: landscape)'

/**
 * Which booking is open, and where. It is in the address, so that other tabs can point at it and the way back closes it.
 * Beside the list the keyboard walks over the rows and the details follow; elsewhere they are a dialog.
 */
export function useDetails() {
  const address = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const isCalendar = address.get('view') === 'calendar'
  const view = isCalendar ? '&view=calendar' : ''
  const asked = address.get('booking') ?? undefined
  const isBeside = useMedia(BESIDE) && !isCalendar
  const pane = useRef<HTMLElement>(null)
  // Whom somebody walks past is not asked for: it is no step in the browser's history, and no licence is loaded and its view
  // recorded. It counts beside the list, until something else is asked for.
  const [passed, setPassed] = useState<{ readonly id: string; readonly after: string | undefined }>()
  const passing = isBeside && passed?.after === asked ? passed?.id : undefined
  const chosen = passing ?? asked

  const open = useCallback(
    (id: string) => {
      setPassed(undefined)
      // Asked of the address itself: every row holds this, and none is to change when one is opened. The way back leads out.
      const replace = new URLSearchParams(location.search).has('booking')
      navigate(`?tab=bookings${view}&booking=${id}`, { replace })
      pane.current?.focus({ preventScroll: true })
    },
    [navigate, view],
  )
  const close = () => {
    pane.current?.focus({ preventScroll: true })
    if (pane.current !== null && chosen !== undefined) focusRow(chosen)
    setPassed(undefined)
    if (asked !== undefined) navigate(`?tab=bookings${view}`, { replace: true })
  }

  // Where a dialog would take the focus.
  useEffect(() => {
    if (new URLSearchParams(location.search).has('booking')) pane.current?.focus({ preventScroll: true })
  }, [])

  useEscape((from) => {
    if (!isBeside || chosen === undefined) return
    // At the page itself is the focus whose button has just gone, or cannot be pressed any more.
    const isHere =
      from === document.body || from.closest('[data-row]') !== null || pane.current?.contains(from) === true
    if (isHere) close()
  })

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.matches('[data-row-open]:focus-visible') ? focusedRow() : undefined
    if (row !== undefined && row !== chosen) setPassed({ id: row, after: asked })
  }
  return {
    isCalendar,
    chosen,
    isBeside,
    pane,
    isAsked: passing === undefined,
    open,
    close,
    /** For what holds the list and the pane. */
    keys: isBeside ? { onFocus, onKeyDown: walk } : {},
  }
}

const arrows: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

/** To the next or the previous row, from within one. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event
  // What happens in a dialog comes through here as well.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  const step = event.shiftKey || event.ctrlKey || event.altKey || event.metaKey ? undefined : arrows.get(key)
  if (step !== undefined && target.closest('[data-row]') !== null) {
    event.preventDefault()
    moveRow(step)
  }
}
