import { type CalendarDate, parseDate } from '@internationalized/date'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  RangeCalendar as AriaRangeCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/RangeCalendar'
import styles from './range-calendar.module.css'

/** The days from a pickup to a drop-off, both `YYYY-MM-DD`. */
export interface DayRange {
  /** `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
}

/** One month in which a first and a last day are chosen. Days are `YYYY-MM-DD`; `en-GB` begins weeks on Monday. */
export function RangeCalendar({
  label,
  value,
  onChange,
  today,
  min,
  isUnavailable,
}: {
  readonly label: string
  readonly value: DayRange | undefined
  readonly onChange: (range: DayRange) => void
  /** Its month is shown first. */
  readonly today: string
  /** The first day that can be chosen. */
  readonly min: string
  readonly isUnavailable: (day: string) => boolean
}) {
  const [focused, setFocused] = useState(() => parseDate(value?.start ?? today))
  const [shown, setShown] = useState(value?.start)
  // A range that was not chosen here, but typed: its month is turned to.
  if (value?.start !== shown) {
    setShown(value?.start)
    if (value !== undefined) setFocused(parseDate(value.start))
  }
  return (
    <I18nProvider locale="en-GB">
      <AriaRangeCalendar
        ref={neverSubmits}
        aria-label={label}
        className={styles.calendar ?? ''}
        value={value === undefined ? null : { start: parseDate(value.start), end: parseDate(value.end) }}
        onChange={({ start, end }: { start: CalendarDate; end: CalendarDate }) => {
          setShown(start.toString())
          onChange({ start: start.toString(), end: end.toString() })
        }}
        focusedValue={focused}
        onFocusChange={setFocused}
        minValue={parseDate(min)}
        isDateUnavailable={(day) => isUnavailable(day.toString())}
      >
        <header className={styles.header}>
          <Button slot="previous" className={styles.turn ?? ''}>
            <Arrow path="M10 3L5 8l5 5" />
          </Button>
          <CalendarHeading className={styles.month ?? ''} />
          <Button slot="next" className={styles.turn ?? ''}>
            <Arrow path="M6 3l5 5-5 5" />
          </Button>
        </header>
        <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
          <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
          <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles.day ?? ''} />}</CalendarGridBody>
        </CalendarGrid>
      </AriaRangeCalendar>
    </I18nProvider>
  )
}

/**
 * React Aria puts another button for the next month behind the days, for screen readers, and gives it no type: in a form
 * it would submit, and be what Enter in any field presses.
 */
function neverSubmits(calendar: HTMLElement | null): void {
  for (const button of calendar?.querySelectorAll<HTMLButtonElement>('button:not([type])') ?? []) button.type = 'button'
}

function Arrow({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
