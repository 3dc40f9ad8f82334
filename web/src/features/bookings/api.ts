import { AdminBookings, type BookingChange, BookingChanged, BookingHidden } from '@forecourt/contracts/booking.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The business's bookings, newest first. */
export const bookings = () =>
  queryOptions({
    queryKey: ['admin', 'bookings'],
    queryFn: ({ signal }) => get(AdminBookings, '/api/admin/bookings', signal),
    ...keptForMember,
  })

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}`

/** Asks for a booking's next status, or saves its admin notes. The same key again counts once. */
export const changeBooking = (id: string, change: BookingChange, key: string) =>
  send(BookingChanged, 'PUT', pathOf(id), change, key)

export const hideBooking = (id: string, page: 'hide-from-recent' | 'hide-from-bookings-page', key: string) =>
  send(BookingHidden, 'PATCH', `${pathOf(id)}/${page}`, undefined, key)
