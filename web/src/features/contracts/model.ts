import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { BookingContract } from '@forecourt/contracts/contract.ts'

/** The list with one booking's contract changed: what staff see before the server has answered. */
export const withContract = (
  bookings: readonly AdminBooking[],
  id: string,
  change: Partial<BookingContract>,
): AdminBooking[] =>
  bookings.map((booking) =>
    booking.id === id ? { ...booking, contract: { ...booking.contract, ...change } } : booking,
  )

/** What a signature at the desk makes of a contract. */
export const signedAtDesk = (signedAt: string): Partial<BookingContract> => ({
  state: 'signed',
  signedBy: 'desk',
  signedAt,
})
