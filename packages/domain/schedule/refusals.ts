import { type CivilDate, compareDates } from '../civil-date.ts'
import type { BookingId, MaintenanceId } from '../ids.ts'
import type { Pence } from '../money.ts'
import type { MaintenanceKind } from './events.ts'
import type { Block, Booking, BookingStatus } from './state.ts'
import type { SeenWork, Work, WorkPart } from './work.ts'

/** A booking that stands in the way. Staff are told of it; the public is not (decisions: bookings). */
export interface StandingBooking {
  readonly bookingId: BookingId
  readonly reference: string
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}

/** Maintenance that stands in the way. Like bookings, staff are told of it; the public is not. */
export interface StandingBlock {
  readonly maintenanceId: MaintenanceId
  readonly kind: MaintenanceKind
  readonly from: CivilDate
  readonly to: CivilDate
}

/** Why maintenance is refused for its own sake. */
type MaintenanceRefusal =
  | { readonly code: 'invalid-dates'; readonly of: 'maintenance' }
  | { readonly code: 'too-long'; readonly of: 'maintenance'; readonly longestDays: number }
  | { readonly code: 'too-far-ahead'; readonly of: 'maintenance'; readonly latest: CivilDate }
  | { readonly code: 'maintenance-in-the-past'; readonly edge: 'from' | 'to'; readonly earliest: CivilDate }
  /** It has begun on `from`, and that is how it was. */
  | { readonly code: 'maintenance-started'; readonly from: CivilDate }
  | { readonly code: 'maintenance-over' }
  /** Others have changed the same of it meanwhile: which parts, how they are by now, and how they were to be. */
  | {
      readonly code: 'maintenance-changed'
      readonly of?: undefined
      readonly parts: readonly WorkPart[]
      readonly present: Work
      readonly wanted: Work
    }
  /** Others have changed it since it was seen by who would have it cancelled: which parts, how they are by now, and how they were. */
  | {
      readonly code: 'maintenance-changed'
      readonly of: 'cancellation'
      readonly parts: readonly WorkPart[]
      readonly present: SeenWork
      readonly seen: SeenWork
    }
  | { readonly code: 'maintenance-cancelled' }

/** Somebody else has the days, or they are kept free beside a booking. */
export interface DatesUnavailable {
  readonly code: 'dates-unavailable'
  readonly conflicts: readonly StandingBooking[]
  readonly maintenance: readonly StandingBlock[]
  /** So many days are kept free after each booking: one may be in the way without sharing a day. */
  readonly turnaroundDays: number
}

/** Why the schedule says no. `code` is the stable slug of the answer (decisions: answers and errors). */
export type ScheduleRefusal =
  | MaintenanceRefusal
  | { readonly code: 'not-found' }
  | { readonly code: 'invalid-dates' }
  | { readonly code: 'pickup-in-the-past'; readonly earliest: CivilDate }
  | { readonly code: 'too-long'; readonly longestDays: number }
  | { readonly code: 'too-far-ahead'; readonly latest: CivilDate }
  | { readonly code: 'vehicle-unavailable' }
  | DatesUnavailable
  | { readonly code: 'too-many-pending'; readonly limit: number }
  | { readonly code: 'price-changed'; readonly totalAmount: Pence }
  | { readonly code: 'price-too-high' }
  | {
      readonly code: 'transition-not-allowed'
      readonly from: BookingStatus
      readonly to: BookingStatus
      /** The status that the person who acts saw, when the booking has moved on since. */
      readonly seen?: BookingStatus
      /** It was its renter who ended it, and not staff. */
      readonly withdrawn?: true
    }
  /** The admin notes are not those any more that the person who acts saw. */
  | { readonly code: 'notes-changed' }
  | { readonly code: 'vehicle-has-bookings'; readonly bookings: readonly StandingBooking[] }
  | { readonly code: 'customer-has-bookings'; readonly bookings: readonly StandingBooking[] }
  /** The booking's customer has been erased, or is about to be. */
  | { readonly code: 'customer-erased' }
  /** Contracts are about bookings that the business has agreed to. */
  | { readonly code: 'booking-not-approved'; readonly status: BookingStatus }
  /** It was cancelled, or turned down: there is nothing to hold anybody to. */
  | { readonly code: 'booking-cancelled' }
  /** The wish to cancel that the person who acts answers was answered before; `again`: the renter has asked once more since. */
  | { readonly code: 'cancellation-answered'; readonly again: boolean }
  /** The hire has begun, or is over. */
  | { readonly code: 'cancellation-too-late' }
  /** Only what nobody has agreed to yet can be changed by its renter. */
  | { readonly code: 'booking-not-pending' }
  /** Staff have found the licence good. */
  | { readonly code: 'licence-verified' }
  /** There is nothing to sign yet. */
  | { readonly code: 'contract-missing' }
  /** It is not the document any more that the person who signed was shown. */
  | { readonly code: 'contract-changed' }
  /** Staff who want another contract saw one that holds no more; `standing` is what does. */
  | { readonly code: 'contract-changed'; readonly standing: 'none' | 'unsigned' | 'signed' | 'uploaded' }
  /** A signed contract never changes. */
  | { readonly code: 'contract-signed' }

/** What a refusal tells of a booking, earliest pickup first. */
export function standing(bookings: readonly Readonly<Booking>[]): readonly StandingBooking[] {
  return bookings
    .map(({ bookingId, reference, pickupDate, dropoffDate }) => ({ bookingId, reference, pickupDate, dropoffDate }))
    .toSorted((a, b) => compareDates(a.pickupDate, b.pickupDate))
}

/** What a refusal tells of maintenance, the earliest first. */
export function standingBlocks(blocks: readonly Readonly<Block>[]): readonly StandingBlock[] {
  return blocks
    .map(({ maintenanceId, kind, from, to }) => ({ maintenanceId, kind, from, to }))
    .toSorted((a, b) => compareDates(a.from, b.from))
}
