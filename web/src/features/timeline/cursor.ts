import { monthsIn, monthsOn, type Span } from './model.ts'

/** Where the keyboard is on the timeline. */
export interface Cursor {
  readonly row: number
  readonly day: number
}

interface Press {
  readonly key: string
  readonly ctrlKey: boolean
}

/**
 * Where a key leads: a day or a vehicle further, to the first or last day of the month (Home, End), a month on (Page Up,
 * Page Down), to the first or last vehicle (with Ctrl). Undefined when the key means nothing here.
 * @param rows how many vehicles there are
 */
export function movedBy({ key, ctrlKey }: Press, { row, day }: Cursor, rows: number, span: Span): Cursor | undefined {
  const month = monthsIn(span).find(({ from, to }) => from <= day && day < to)
  const last = { row: rows - 1, day: span.days - 1 }
  switch (key) {
    case 'ArrowLeft':
      return { row, day: Math.max(0, day - 1) }
    case 'ArrowRight':
      return { row, day: Math.min(last.day, day + 1) }
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), day }
    case 'ArrowDown':
      return { row: Math.min(last.row, row + 1), day }
    case 'Home':
      return ctrlKey ? { row: 0, day } : { row, day: month?.from ?? 0 }
    case 'End':
      return ctrlKey ? { row: last.row, day } : { row, day: (month?.to ?? span.days) - 1 }
    case 'PageUp':
      return { row, day: monthsOn(span, day, -1) }
    case 'PageDown':
      return { row, day: monthsOn(span, day, 1) }
    default:
      return undefined
  }
}
