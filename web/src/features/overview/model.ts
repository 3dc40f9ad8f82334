import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { dateFormat } from '../../lib/formats.ts'
import { asksToCancel } from '../bookings/model.ts'

/** Rules of the overview (specification sections 2 and 9). */

/** `month` is 0 to 11, as the call wants it. */
export interface Month {
  readonly year: number
  readonly month: number
}

/** The month of a civil day. */
export const monthOf = (day: string): Month => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) - 1 })

/** So many months after a month; before it, when there are fewer than none. */
export function monthsLater({ year, month }: Month, months: number): Month {
  const all = year * 12 + month + months
  return { year: Math.floor(all / 12), month: all % 12 }
}

/** Whether one month is earlier than the other. */
export const isBefore = (one: Month, other: Month) => one.year * 12 + one.month < other.year * 12 + other.month

const name = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "November 2026" */
export const monthInWords = ({ year, month }: Month) => name(Date.UTC(year, month, 1))

/** At most so many bookings are recent. */
const RECENT = 5

/** The first five bookings, taken before the hidden ones are left out. */
export const recent = (bookings: readonly AdminBooking[]) =>
  bookings.slice(0, RECENT).filter(({ hiddenFromRecent }) => !hiddenFromRecent)

/** What the desk has to do today. */
export interface Today {
  readonly pickUps: readonly AdminBooking[]
  readonly returns: readonly AdminBooking[]
  /** Approved bookings whose last day has passed and that nobody has marked as completed. */
  readonly overdue: readonly AdminBooking[]
  /** Requests that wait for a decision, the nearest pickup first. */
  readonly waiting: readonly AdminBooking[]
  /** Renters who ask to cancel, who has asked first first. */
  readonly cancellations: readonly AdminBooking[]
}

/** What the desk has to do on a day, out of all bookings that it knows. @param today `YYYY-MM-DD` */
export function todayAtTheDesk(bookings: readonly AdminBooking[], today: string): Today {
  const approved = bookings.filter(({ status }) => status === 'approved')
  return {
    pickUps: approved.filter(({ pickupDate }) => pickupDate === today),
    returns: approved.filter(({ dropoffDate }) => dropoffDate === today),
    overdue: approved.filter(({ dropoffDate }) => dropoffDate < today).toSorted(by(({ dropoffDate }) => dropoffDate)),
    cancellations: approved.filter(asksToCancel).toSorted(by(({ cancellationAskedAt }) => cancellationAskedAt ?? '')),
    waiting: bookings.filter(({ status }) => status === 'pending').toSorted(by(({ pickupDate }) => pickupDate)),
  }
}

const by = (text: (booking: AdminBooking) => string) => (one: AdminBooking, other: AdminBooking) =>
  text(one) < text(other) ? -1 : text(one) > text(other) ? 1 : 0
