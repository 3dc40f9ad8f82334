import { useRef } from 'react'
import { useRangeCalendar } from 'react-aria/useRangeCalendar'
import { VisuallyHidden } from 'react-aria/VisuallyHidden'
import { Button, ButtonContext } from 'react-aria-components/Button'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendarStateContext,
} from 'react-aria-components/RangeCalendar'
import styles from './range-calendar.module.css'
import { type DayRangeOptions, useDayRangeState } from './range-calendar-state.ts'

type Options = DayRangeOptions & { readonly label: string }

/** One month in which a first and a last day are chosen. Days are `YYYY-MM-DD`; `en-GB` begins weeks on Monday. */
export function RangeCalendar(options: Options) {
  return (
    <I18nProvider locale="en-GB">
      <Month {...options} />
    </I18nProvider>
  )
}

/** What React Aria's component makes of its hooks, with a state of our own; its button behind the days would submit the form. */
function Month({ label, ...options }: Options) {
  const ref = useRef<HTMLDivElement>(null)
  const state = useDayRangeState(options)
  const { calendarProps, prevButtonProps, nextButtonProps } = useRangeCalendar({ 'aria-label': label }, state, ref)
  return (
    <div {...calendarProps} ref={ref} className={styles.calendar}>
      <VisuallyHidden>
        <h2>{calendarProps['aria-label']}</h2>
      </VisuallyHidden>
      <ButtonContext value={{ slots: { previous: prevButtonProps, next: nextButtonProps } }}>
        <RangeCalendarStateContext value={state}>
          <header className={styles.header}>
            <Button slot="previous" className={styles.turn ?? ''}>
              <Arrow path="M10 3L5 8l5 5" />
            </Button>
            <CalendarHeading className={styles.month ?? ''} level={2} aria-hidden />
            <Button slot="next" className={styles.turn ?? ''}>
              <Arrow path="M6 3l5 5-5 5" />
            </Button>
          </header>
          <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>
              {(date) => (
                <CalendarCell
                  date={date}
                  className={`${styles.day} ${options.isTaken(date.toString()) ? styles.taken : ''}`}
                />
              )}
            </CalendarGridBody>
          </CalendarGrid>
        </RangeCalendarStateContext>
      </ButtonContext>
      <VisuallyHidden>
        <button
          type="button"
          aria-label={nextButtonProps['aria-label']}
          disabled={nextButtonProps.isDisabled}
          onClick={() => state.focusNextPage()}
          tabIndex={-1}
        />
      </VisuallyHidden>
    </div>
  )
}

function Arrow({ path }: { readonly path: string }) {
  return (
    <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
