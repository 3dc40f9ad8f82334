import { type CalendarEntry, iCalendar } from '@forecourt/kit/icalendar.ts'
import { readMoments } from '../projection/moments.ts'
import type { Read } from '../reading/reads.ts'
import { PRIVATE } from './my-booking.ts'
import { type LinkInput, RENTER_QUERY, RenterRow, statusOf } from './row.ts'

const STATUS = {
  pending: 'TENTATIVE',
  approved: 'CONFIRMED',
  completed: 'CONFIRMED',
  rejected: 'CANCELLED',
  cancelled: 'CANCELLED',
} as const

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayInWords = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`))

/** The booking as an entry of its renter's calendar. The token is not in it: calendars are shared. */
function entryOf(row: RenterRow): CalendarEntry {
  const moments = readMoments(row.moments)
  const status = STATUS[statusOf(row)]
  const contact = [row.contact_phone, row.contact_email].filter((part) => part !== null)
  return {
    uid: `${row.booking_id}@bookings.forecourt`,
    // Each thing that has happened since it was asked for is a change.
    sequence: Math.max(0, moments.length - 1),
    changedAt: moments.at(-1)?.at ?? new Date(row.created_at).toISOString(),
    from: row.pickup_date,
    to: row.dropoff_date,
    status,
    summary: `${row.vehicle_name}, ${row.business_name}${status === 'TENTATIVE' ? ' (not confirmed yet)' : ''}`,
    description: [
      `Booking #${row.reference}`,
      `Pick-up: ${dayInWords(row.pickup_date)}`,
      `Drop-off: ${dayInWords(row.dropoff_date)}`,
      ...(contact.length === 0 ? [] : [`${row.business_name}: ${contact.join(', ')}`]),
    ].join('\n'),
    location: row.address ?? undefined,
  }
}

/** `GET /api/my-booking/calendar` */
export const readRenterCalendar: Read<RenterRow, LinkInput> = {
  name: 'my calendar',
  query: RENTER_QUERY,
  row: RenterRow,
  dependsOnToday: false,
  type: 'text/calendar; charset=utf-8',
  fileName: 'booking.ics',
  cacheControl: PRIVATE,
  present: ([row]) => row && { file: Promise.resolve({ bytes: Buffer.from(iCalendar([entryOf(row)])) }) },
}
