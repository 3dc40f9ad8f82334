import { BookingLinkSent, CancellationDeclined } from '@forecourt/contracts/renter-booking.ts'
import { type Sender, send } from '../../lib/api.ts'

const pathOf = (id: string) => `/api/admin/bookings/${encodeURIComponent(id)}`

/** Mails the renter another link to their own page. @throws {ApiError | NoAnswer} */
export const sendLinkAgain = (id: string, { key, member }: Sender) =>
  send(BookingLinkSent, 'POST', `${pathOf(id)}/link`, undefined, key, member)

/** Answers a renter who asked to cancel then that the booking stands. @throws {ApiError | NoAnswer} */
export const declineCancellation = (id: string, askedAt: string | undefined, { key, member }: Sender) =>
  send(CancellationDeclined, 'POST', `${pathOf(id)}/cancellation-request/decline`, { askedAt }, key, member)
