import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { addDays, longDay } from '../../lib/dates.ts'
import { dateFormat } from '../../lib/formats.ts'
import { union } from '../../lib/union.ts'
import { useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedToLoad } from '../../ui/failed-to-load.tsx'
import { useUnsentDecisions } from './actions.ts'
import { approvedBetween, bookings as newest } from './api.ts'
import { byDay, daysOf, monthsLater, NAMES } from './calendar.ts'
import { CalendarDay } from './calendar-day.tsx'
import styles from './calendar-view.module.css'
import { customerName } from './model.ts'

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const name = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const inWords = (month: string) => name(Date.parse(`${month}-01T00:00:00Z`))

/** A month of approved bookings, Monday first. */
export function CalendarView({
  bookings,
  today,
  onDetails,
}: {
  /** What is known already; the server is asked for the rest of the month. */
  readonly bookings: readonly AdminBooking[]
  readonly today: string
  readonly onDetails: (id: string) => void
}) {
  const [month, setMonth] = useState(today.slice(0, 7))
  const [open, setOpen] = useState<string>()
  const days = useMemo(() => daysOf(month), [month])
  const [first = today] = days
  const { data: ofMonth, error, refetch } = useQuery(approvedBetween(first, addDays(first, days.length)))
  const all = useMemo(() => union(bookings, ofMonth ?? []), [bookings, ofMonth])
  const booked = byDay(useWithPending(newest().queryKey, all), days)
  const unsent = useUnsentDecisions()
  const hasUnsent = [...booked.values()].some((ofDay) => ofDay.some(({ id }) => unsent.has(id)))
  return (
    <section aria-label="Calendar" className={styles.calendar}>
      <div className={styles.head}>
        <Button aria-label="Previous month" onPress={() => setMonth(monthsLater(month, -1))}>
          ←
        </Button>
        <h2 aria-live="polite">{inWords(month)}</h2>
        <Button aria-label="Next month" onPress={() => setMonth(monthsLater(month, 1))}>
          →
        </Button>
        <Button variant="quiet" isDisabled={month === today.slice(0, 7)} onPress={() => setMonth(today.slice(0, 7))}>
          Today
        </Button>
      </div>
      <p className={styles.only}>
        <span>Showing only approved bookings</span>
        {hasUnsent && <span data-unsent>Not sent yet</span>}
      </p>
      {error !== null && (
        <FailedToLoad error={error} otherwise="Not all of the month could be loaded." onRetry={() => void refetch()} />
      )}
      <table className={styles.month}>
        <caption>Approved bookings in {inWords(month)}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks(days).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <Cell
                  key={day}
                  day={day}
                  isToday={day === today}
                  isOutside={!day.startsWith(month)}
                  bookings={booked.get(day) ?? []}
                  unsent={unsent}
                  onOpen={setOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {open !== undefined && (
        <CalendarDay
          day={open}
          bookings={booked.get(open) ?? []}
          unsent={unsent}
          onDetails={(id) => {
            setOpen(undefined)
            onDetails(id)
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}

const weeks = (days: readonly string[]) =>
  Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))

function Cell({
  day,
  isToday,
  isOutside,
  bookings,
  unsent,
  onOpen,
}: {
  readonly day: string
  readonly isToday: boolean
  readonly isOutside: boolean
  readonly bookings: readonly AdminBooking[]
  readonly unsent: ReadonlySet<string>
  readonly onOpen: (day: string) => void
}) {
  const more = bookings.length - NAMES
  return (
    <td data-today={isToday || undefined} data-outside={isOutside || undefined}>
      <time dateTime={day} aria-current={isToday ? 'date' : undefined}>
        {Number(day.slice(8))}
      </time>
      {bookings.length > 0 && (
        // Its name is what it shows, after the day: whoever speaks to the device says what is to be seen.
        <Button variant="quiet" className={styles.names ?? ''} onPress={() => onOpen(day)}>
          <span className={styles.unseen}>{longDay(day)}: </span>
          {bookings.slice(0, NAMES).map((booking) => (
            <span key={booking.id} className={styles.name} data-unsent={unsent.has(booking.id) || undefined}>
              {customerName(booking)}
              {unsent.has(booking.id) && <span className={styles.unseen}>, not sent yet</span>}
            </span>
          ))}
          {more > 0 && <span className={styles.more}>+{more} more</span>}
        </Button>
      )}
    </td>
  )
}
