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

/** The same from the bookings on this device, with what was decided here and is not sent yet. */
export const bookedAmong = (bookings: readonly AdminBooking[], carId: string): BookedDates =>
  bookings
    .filter((booking) => booking.carId === carId && booking.status === 'approved')
    .map(({ pickupDate, dropoffDate }) => ({ pickupDate, dropoffDate }))
