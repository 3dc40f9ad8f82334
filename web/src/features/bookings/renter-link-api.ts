import { BookingLinkSent, CancellationDeclined } from '@forecourt/contracts/renter-booking.ts'
import { send } from '../../lib/api.ts'

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}`

/** Mails the renter another link to their own page. @throws {ApiError | NoAnswer} */
export const sendLinkAgain = (id: string, key: string) =>
  send(BookingLinkSent, 'POST', `${pathOf(id)}/link`, undefined, key)

/** Answers a renter who asks to cancel that the booking stands. @throws {ApiError | NoAnswer} */
export const declineCancellation = (id: string, key: string) =>
  send(CancellationDeclined, 'POST', `${pathOf(id)}/cancellation-request/decline`, undefined, key)
