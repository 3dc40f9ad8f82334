import { AdminBookings, BookingChanged, type BookingStatus } from '@forecourt/contracts/booking.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'

/** The business's bookings, newest first. */
export const bookings = () =>
  queryOptions({
    queryKey: ['admin', 'bookings'],
    queryFn: ({ signal }) => get(AdminBookings, '/api/admin/bookings', signal),
  })

/** Asks for a booking's next status; `key` makes it safe to ask again. */
export const changeStatus = ({ id, status, key }: { id: string; status: BookingStatus; key: string }) =>
  send(BookingChanged, 'PUT', `/api/admin/bookings/${encodeURIComponent(id)}`, { status }, key)
