import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type Cursor, movedBy } from './cursor.ts'
import { chosen, freeRound, type Row, type Run, type Span } from './model.ts'
import { DAY, HEAD, scrolledTo } from './seen.ts'

interface Ground {
  readonly box: RefObject<HTMLElement | null>
  readonly span: Span
  readonly rows: readonly Row[]
  readonly offsets: readonly number[]
  /** Width of the names. */
  readonly names: number
  /** Which day is today. */
  readonly now: number
}

/**
 * The keyboard on the timeline: one cell has the focus, keys take it elsewhere, and what is out of sight comes into it. With
 * Shift the arrows choose free days from where they began; `onOpen` is told of a day, or of the days that were chosen.
 */
export function useCursor(
  { box, span, rows, offsets, names, now }: Ground,
  onOpen: (row: number, day: number, choice: Run | undefined) => void,
) {
  const [wanted, setCursor] = useState<Cursor>({ row: 0, day: now })
  const [anchor, setAnchor] = useState<number>()
  // A vehicle may have left the fleet meanwhile.
  const cursor = { row: Math.min(wanted.row, Math.max(0, rows.length - 1)), day: wanted.day }
  const cell = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell is another one when the place is
  useLayoutEffect(() => {
    if (hasMoved.current) cell.current?.focus({ preventScroll: true })
    hasMoved.current = false
  }, [wanted])

  const free = freeRound(anchor ?? cursor.day, rows[cursor.row]?.stretches ?? [], now, span.days)
  const choice = anchor === undefined || free === undefined ? undefined : chosen(anchor, cursor.day, free)

  function reveal({ row, day }: Cursor): void {
    const element = box.current
    if (element === null) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
    element.scrollTo({
      left: scrolledTo(day * DAY, (day + 1) * DAY, scrollLeft, clientWidth - names),
      top: scrolledTo(offsets[row] ?? 0, offsets[row + 1] ?? 0, scrollTop, clientHeight - HEAD),
    })
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key, ctrlKey, shiftKey, altKey, metaKey } = event
    if (altKey || metaKey) return
    if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      onOpen(cursor.row, cursor.day, choice)
      return
    }
    if (key === 'Escape' && anchor !== undefined) {
      event.preventDefault()
      setAnchor(undefined)
      return
    }
    const next = movedBy({ key, ctrlKey }, cursor, rows.length, span)
    if (next === undefined) return
    event.preventDefault()
    const isChoosing = shiftKey && next.row === cursor.row
    setAnchor(isChoosing ? (anchor ?? cursor.day) : undefined)
    hasMoved.current = true
    setCursor(next)
    reveal(next)
  }

  return {
    cursor,
    choice,
    cell,
    onKeyDown,
    /** Puts the keyboard where somebody has tapped. */
    place: (row: number, day: number) => {
      setAnchor(undefined)
      setCursor({ row, day })
    },
  }
}
