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

/** What of a contract tells it from others, and a signed one from one that is not. */
export const seenOf = ({ state, sha256 }: BookingContract) => ({ state, sha256 })

/** Whether it is not the contract any more that somebody saw. Of those on paper no hash is known. */
export const isAnother = (now: BookingContract, seen: ReturnType<typeof seenOf> | undefined): boolean =>
  seen !== undefined && (now.state !== seen.state || (now.state !== 'uploaded' && now.sha256 !== seen.sha256))

/** What a signature at the desk makes of a contract. */
export const signedAtDesk = (signedAt: string): Partial<BookingContract> => ({
  state: 'signed',
  signedBy: 'desk',
  signedAt,
})
