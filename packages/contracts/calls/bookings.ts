import {
  AdminBookings,
  AdminBookingsQuery,
  BookingChange,
  BookingChanged,
  BookingHidden,
  BookingReceipt,
  BookingRequest,
} from '../booking.ts'
import { BookingHistory } from '../booking-history.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { BOOKING, LICENCE, VEHICLE } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = {
  name: 'Bookings',
  about: 'A visitor asks for a vehicle; staff approve, reject, cancel, complete and reinstate.',
}

const booking = { names: 'booking', about: 'The booking.' } as const

export const bookingCalls: readonly Call[] = [
  {
    id: 'requestBooking',
    section,
    method: 'POST',
    path: '/api/bookings',
    summary: 'Ask for a vehicle',
    about: `The business is the vehicle's. Price, days and status are reckoned by the server: days = drop-off − pickup, total = days × daily rate. A \`totalAmount\` that is sent is only compared.

A signed-in member of the vehicle's business makes a desk booking: it may be picked up as early as 30 days ago, also with a vehicle that is \`booked\`, and the limits on visitors do not count it. That 50 requests may wait for a vehicle holds for the desk as well: some are to be decided first. A desk says so with \`X-Acting-Member\`: should its session have ended, it is refused (401) and not taken for a visitor.

An \`Idempotency-Key\` counts within the vehicle.`,
    service: 'command',
    access: 'anyone',
    body: BookingRequest,
    idempotent: true,
    answers: {
      201: json('The request is stored and waits for an answer.', BookingReceipt, ['X-Log-Position', 'Set-Cookie']),
    },
    refusals: {
      401: ['not-signed-in'],
      404: ['not-found'],
      409: ['dates-unavailable', 'vehicle-unavailable', 'price-changed'],
      422: ['invalid-dates', 'pickup-in-the-past', 'too-long', 'too-far-ahead', 'price-too-high', 'licence-unknown'],
      429: ['too-many-requests', 'too-many-pending'],
    },
    example: {
      body: {
        carId: VEHICLE,
        pickupDate: '2026-12-08',
        dropoffDate: '2026-12-10',
        customerName: 'Ada Byron',
        customerEmail: 'ada@example.com',
        customerPhone: '07700900123',
        customerAddress: '12 Harbour Street, Bristol',
        licenseImageUrl: LICENCE,
        totalAmount: '90.00',
        reference: 'BR-1765180800000',
        notes: 'A child seat, please',
      },
    },
  },
  {
    id: 'listBookings',
    section,
    method: 'GET',
    path: '/api/admin/bookings',
    summary: 'Bookings of your business, newest first',
    about: 'Hidden bookings are in the list and say so. Personal fields are null when the customer has been erased.',
    service: 'query',
    access: 'member',
    query: AdminBookingsQuery,
    answers: rows('A page of the bookings.', AdminBookings, ['Link']),
    example: { query: { limit: '50', from: '2026-12-01', to: '2027-01-01', status: 'approved' } },
  },
  {
    id: 'bookingHistory',
    section,
    method: 'GET',
    path: '/api/admin/bookings/{id}/history',
    summary: 'What happened to a booking, and who did it',
    about:
      'Oldest first, as the log of events tells it. `by.name` is the e-mail address of a colleague; a renter, an operator of the platform and what it did by itself are told by their kind. It stays when the customer is erased: nothing personal is in it.',
    service: 'query',
    access: 'member',
    params: { id: booking },
    answers: rows('What happened.', BookingHistory),
    example: { params: { id: BOOKING } },
  },
  {
    id: 'changeBooking',
    section,
    method: 'PUT',
    path: '/api/admin/bookings/{id}',
    summary: "Change a booking's status, its notes, or both",
    about: `The pair of the present status and the wanted one says what happens: pending → approved approves, pending → rejected rejects, approved → rejected cancels, approved → completed completes, completed → approved reinstates. The same status again writes nothing. With both a status and notes, both are done or neither.

Two people at a desk: \`from\` and \`notesFrom\` say what you saw, so that you overwrite nothing that you have not seen. \`askedAt\` says which wish of the renter you grant by cancelling. Without them nothing is compared.`,
    service: 'command',
    access: 'member',
    params: { id: booking },
    body: BookingChange,
    idempotent: true,
    answers: { 200: json('What the booking is now.', BookingChanged, ['X-Log-Position', 'Set-Cookie']) },
    refusals: {
      409: [
        'dates-unavailable',
        'vehicle-unavailable',
        'transition-not-allowed',
        'cancellation-answered',
        'notes-changed',
        'customer-erased',
      ],
    },
    example: {
      params: { id: BOOKING },
      body: { status: 'approved', from: 'pending', adminNotes: 'Paid the deposit in cash', notesFrom: '' },
    },
  },
  hide('hideBookingFromRecent', 'hide-from-recent', 'Take a booking out of the recent ones'),
  hide('hideBookingFromBookingsPage', 'hide-from-bookings-page', 'Take a booking out of the bookings page'),
]

function hide(id: string, path: string, summary: string): Call {
  return {
    id,
    section,
    method: 'PATCH',
    path: `/api/admin/bookings/{id}/${path}`,
    summary,
    about: 'It stays what it is, counts in all figures, and stays in the list of bookings, marked.',
    service: 'command',
    access: 'member',
    params: { id: booking },
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('It is hidden.', BookingHidden, ['X-Log-Position', 'Set-Cookie']) },
    example: { params: { id: BOOKING } },
  }
}
