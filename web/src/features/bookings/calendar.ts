import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { addDays } from '../../lib/dates.ts'

/** Rules of the calendar view (specification sections 2 and 9). */

/** Six weeks. */
const DAYS = 42
/** At most so many names are in a day; the rest is a number. */
export const NAMES = 2

/** The 42 days of a month's page, the first a Monday. `month` is `YYYY-MM`. */
export function daysOf(month: string): readonly string[] {
  const first = `${month}-01`
  const sinceMonday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  return Array.from({ length: DAYS }, (_, place) => addDays(first, place - sinceMonday))
}

/** "2026-12" and so many months more. */
export function monthsLater(month: string, months: number): string {
  const all = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** The approved bookings of each day: one occupies the days from pickup up to but excluding dropoff. */
export function byDay(
  bookings: readonly AdminBooking[],
  days: readonly string[],
): ReadonlyMap<string, readonly AdminBooking[]> {
  const approved = bookings
    .filter(({ status }) => status === 'approved')
    .toSorted((one, other) => (one.pickupDate < other.pickupDate ? -1 : 1))
  return new Map(
    days.map((day) => [day, approved.filter(({ pickupDate, dropoffDate }) => pickupDate <= day && day < dropoffDate)]),
  )
}
