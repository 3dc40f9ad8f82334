import { type CivilDate, compareDates } from '../civil-date.ts'
import type { BookingId } from '../ids.ts'
import type { Pence } from '../money.ts'
import type { Booking, BookingStatus } from './state.ts'

/** A booking that stands in the way. Staff are told of it; the public is not (decisions: bookings). */
export interface StandingBooking {
  readonly bookingId: BookingId
  readonly reference: string
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}

/** Why the schedule says no. `code` is the stable slug of the answer (decisions: answers and errors). */
export type ScheduleRefusal =
  | { readonly code: 'not-found' }
  | { readonly code: 'invalid-dates' }
  | { readonly code: 'pickup-in-the-past'; readonly earliest: CivilDate }
  | { readonly code: 'too-long'; readonly longestDays: number }
  | { readonly code: 'too-far-ahead'; readonly latest: CivilDate }
  | { readonly code: 'vehicle-unavailable' }
  | { readonly code: 'dates-unavailable'; readonly conflicts: readonly StandingBooking[] }
  | { readonly code: 'too-many-pending'; readonly limit: number }
  | { readonly code: 'price-changed'; readonly totalAmount: Pence }
  | { readonly code: 'price-too-high' }
  | {
      readonly code: 'transition-not-allowed'
      readonly from: BookingStatus
      readonly to: BookingStatus
      /** The status that the person who acts saw, when the booking has moved on since. */
      readonly seen?: BookingStatus
    }
  /** The admin notes are not those any more that the person who acts saw. */
  | { readonly code: 'notes-changed' }
  | { readonly code: 'vehicle-has-bookings'; readonly bookings: readonly StandingBooking[] }
  | { readonly code: 'customer-has-bookings'; readonly bookings: readonly StandingBooking[] }
  /** The booking's customer has been erased, or is about to be. */
  | { readonly code: 'customer-erased' }
  /** Contracts are about bookings that the business has agreed to. */
  | { readonly code: 'booking-not-approved'; readonly status: BookingStatus }
  /** There is nothing to sign yet. */
  | { readonly code: 'contract-missing' }
  /** It is not the document any more that the person who signed was shown. */
  | { readonly code: 'contract-changed' }
  /** A signed contract never changes. */
  | { readonly code: 'contract-signed' }

/** What a refusal tells of a booking, earliest pickup first. */
export function standing(bookings: readonly Readonly<Booking>[]): readonly StandingBooking[] {
  return bookings
    .map(({ bookingId, reference, pickupDate, dropoffDate }) => ({ bookingId, reference, pickupDate, dropoffDate }))
    .toSorted((a, b) => compareDates(a.pickupDate, b.pickupDate))
}
