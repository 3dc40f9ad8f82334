import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The days on which a vehicle is booked already, as the server knows them. */
export const bookedDates = (carId: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'booked-dates', carId],
    queryFn: ({ signal }) => get(BookedDates, `/api/cars/${encodeURIComponent(carId)}/booked-dates`, signal),
    ...keptForMember,
  })

/**
 * When a vehicle cannot be had, as far as this device knows: the server's word, which has maintenance in it and the days
 * that the business keeps free, and on top of it what was decided here and is not sent yet.
 */
export function bookedAtDesk(
  {
    saved,
    known,
    asked,
  }: {
    /** The bookings as the server gave them. */
    readonly saved: readonly AdminBooking[]
    /** The same with what waits here done to them. */
    readonly known: readonly AdminBooking[]
    readonly asked: BookedDates
  },
  carId: string,
): BookedDates {
  const here = approvedOf(known, carId)
  const released = approvedOf(saved, carId).filter((period) => !here.some(isSameAs(period)))
  return [...here, ...asked.filter((period) => !released.some(isSameAs(period)))]
}

const approvedOf = (bookings: readonly AdminBooking[], carId: string): BookedDates =>
  bookings
    .filter((booking) => booking.carId === carId && booking.status === 'approved')
    .map(({ pickupDate, dropoffDate }) => ({ pickupDate, dropoffDate }))

type Period = BookedDates[number]
const isSameAs = (one: Period) => (other: Period) =>
  one.pickupDate === other.pickupDate && one.dropoffDate === other.dropoffDate
