import { AdminBookings, type BookingChange, BookingChanged, BookingHidden } from '@forecourt/contracts/booking.ts'
import { BookingHistory } from '@forecourt/contracts/booking-history.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get, getAll, getPage, type Sender, send } from '../../lib/api.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The server gives so many without being asked for another number (decisions: bookings). */
export const NEWEST = 500

/** The business's bookings, newest first. */
export const bookings = () =>
  queryOptions({
    queryKey: ['admin', 'bookings'],
    queryFn: ({ signal }) => get(AdminBookings, '/api/admin/bookings', signal),
    ...keptForMember,
  })

const all = (parameters: Readonly<Record<string, string>>) => `/api/admin/bookings?${new URLSearchParams(parameters)}`

/** All of them, page by page: what is older than the newest ones. Asked for on demand, and kept on no device. */
export const olderBookings = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'bookings', 'older'],
    queryFn: ({ signal, pageParam }) => getPage(AdminBookings, pageParam, signal),
    meta: { has: 'pages' },
    initialPageParam: '/api/admin/bookings',
    getNextPageParam: ({ next }) => next,
  })

/** Bookings whose customer's name or e-mail, reference, vehicle or plate has the text in it, however old they are. */
export const foundBookings = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'found', search],
    queryFn: ({ signal }) => get(AdminBookings, all({ q: search }), signal),
    meta: { has: 'rows' },
  })

/** The booking of that id, in a list of its own; none when there is none. What the address names may be far back. */
export const bookingById = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'one', id],
    queryFn: ({ signal }) => get(AdminBookings, all({ id }), signal),
    meta: { has: 'rows' },
  })

/** Approved bookings that hold a day of `[from, to)`, however many. */
export const approvedBetween = (from: string, to: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'approved', from, to],
    queryFn: ({ signal }) => getAll(AdminBookings, all({ status: 'approved', from, to, limit: '1000' }), signal),
    meta: { has: 'rows' },
  })

/** What happened to the booking, oldest first. */
export const bookingHistory = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'history', id],
    queryFn: ({ signal }) => get(BookingHistory, `${pathOf(id)}/history`, signal),
  })

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}`

/** Asks for a booking's next status, or saves its admin notes. The same key again counts once. */
export const changeBooking = (id: string, change: BookingChange, { key, member }: Sender) =>
  send(BookingChanged, 'PUT', pathOf(id), change, key, member)

/** Puts a booking out of sight of one of the two lists. The same key again counts once. */
export const hideBooking = (
  id: string,
  page: 'hide-from-recent' | 'hide-from-bookings-page',
  { key, member }: Sender,
) => send(BookingHidden, 'PATCH', `${pathOf(id)}/${page}`, undefined, key, member)
