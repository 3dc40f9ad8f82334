import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
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

/** Rows as the server gave them, and the same with what waits on this device done to them. */
interface Rows<Of> {
  readonly saved: readonly Of[]
  readonly known: readonly Of[]
}

/**
 * When a vehicle cannot be had, as far as this device knows: the server's word, which has maintenance in it and the days
 * that the business keeps free, and on top of it what was decided here and is not sent yet, of bookings and of maintenance.
 */
export function bookedAtDesk(
  {
    bookings,
    work,
    asked,
  }: { readonly bookings: Rows<AdminBooking>; readonly work: Rows<Maintenance>; readonly asked: BookedDates },
  carId: string,
): BookedDates {
  const here = [...approvedOf(bookings.known, carId), ...blocksOf(work.known, carId)]
  const before = [...approvedOf(bookings.saved, carId), ...blocksOf(work.saved, carId)]
  const released = before.filter((period) => !here.some(isSameAs(period)))
  return [...here, ...asked.filter((period) => !released.some(isSameAs(period)))]
}

const approvedOf = (bookings: readonly AdminBooking[], carId: string): BookedDates =>
  bookings
    .filter((booking) => booking.carId === carId && booking.status === 'approved')
    .map(({ pickupDate, dropoffDate }) => ({ pickupDate, dropoffDate }))

const blocksOf = (blocks: readonly Maintenance[], carId: string): BookedDates =>
  blocks.filter((block) => block.carId === carId).map(({ from, to }) => ({ pickupDate: from, dropoffDate: to }))

type Period = BookedDates[number]
const isSameAs = (one: Period) => (other: Period) =>
  one.pickupDate === other.pickupDate && one.dropoffDate === other.dropoffDate
