import { AdminBookings, type BookingChange, BookingChanged } from '@forecourt/contracts/booking.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'
import { answered, keyFor } from './action-keys.ts'

/** The business's bookings, newest first. */
export const bookings = () =>
  queryOptions({
    queryKey: ['admin', 'bookings'],
    queryFn: ({ signal }) => get(AdminBookings, '/api/admin/bookings', signal),
  })

/** Asks for a booking's next status, or saves its admin notes. The same change asked again counts once. */
export async function changeBooking({ id, change }: { readonly id: string; readonly change: BookingChange }) {
  const decision = `${id} ${JSON.stringify(change)}`
  try {
    const path = `/api/admin/bookings/${encodeURIComponent(id)}`
    const changed = await send(BookingChanged, 'PUT', path, change, keyFor(decision))
    answered(decision)
    return changed
  } catch (error) {
    answered(decision, error)
    throw error
  }
}
