import type { CivilDate } from '../civil-date.ts'
import type { BookingId, BusinessId, CustomerId, MaintenanceId } from '../ids.ts'
import type { Period } from '../period.ts'
import type { Contract } from './contract-state.ts'
import type { MaintenanceKind } from './events.ts'

/** Specification section 4. A cancelled booking is `rejected`. */
export type BookingStatus = 'pending' | 'approved' | 'rejected' | 'completed'

/** What the rules need to know of a booking. */
export interface Booking extends Period {
  readonly bookingId: BookingId
  readonly businessId: BusinessId
  readonly customerId: CustomerId
  readonly reference: string
  status: BookingStatus
  hiddenFromRecent: boolean
  hiddenFromBookingsPage: boolean
  /** What tells the saved admin notes from others: '' for none. Null: they were saved when nothing was kept to tell them by. */
  notesMark: string | null
  /** Of the link to the renter's own page: links of an earlier one lead nowhere. */
  linkVersion: number
  /**
   * The renter has asked to cancel it, and staff have not answered. When they asked tells one wish from the next; undefined in
   * a fold that was told no times.
   */
  cancellationAsked: { readonly at: string | undefined } | false
  /** The renter has taken the request back themselves. */
  withdrawn?: true | undefined
  /** What tells the picture that the renter sent last from others; undefined when they sent none but the first. */
  licenceMark?: string | undefined
  /** Undefined until it is approved: most bookings that are asked for are never looked at again. */
  contract?: Contract | undefined
}

/** Days on which the vehicle is not let because it is worked on: `[from, to)`. */
export interface Block {
  readonly maintenanceId: MaintenanceId
  readonly businessId: BusinessId
  from: CivilDate
  to: CivilDate
  kind: MaintenanceKind
  note: string | null
  cancelled: boolean
}

/**
 * The folded schedule of one vehicle. `evolve` updates it in place: a busy vehicle has long streams and its fold is kept.
 * `approved` and `pending` hold the same objects as `bookings`, and `blocks` those of `maintenance` that are not cancelled,
 * so that no rule ever walks through the history.
 * Compare two states as they are (`toEqual`), copy one with `copySchedule`.
 */
export interface ScheduleState {
  readonly bookings: Map<BookingId, Booking>
  readonly approved: Set<Booking>
  readonly pending: Set<Booking>
  readonly maintenance: Map<MaintenanceId, Block>
  readonly blocks: Set<Block>
  /** Customers who are erased, or are about to be. */
  readonly leaving: Set<CustomerId>
  /** The vehicle has left the fleet. */
  closed: boolean
}

/** The schedule as rules see it: to be read only. */
export interface Schedule {
  readonly bookings: ReadonlyMap<BookingId, Readonly<Booking>>
  readonly approved: ReadonlySet<Readonly<Booking>>
  readonly pending: ReadonlySet<Readonly<Booking>>
  readonly maintenance: ReadonlyMap<MaintenanceId, Readonly<Block>>
  readonly blocks: ReadonlySet<Readonly<Block>>
  readonly leaving: ReadonlySet<CustomerId>
  readonly closed: boolean
}

/** The schedule of a vehicle that nobody has asked for yet. */
export function emptySchedule(): ScheduleState {
  return {
    bookings: new Map(),
    approved: new Set(),
    pending: new Set(),
    maintenance: new Map(),
    blocks: new Set(),
    leaving: new Set(),
    closed: false,
  }
}

/** A schedule that stays as it is while this one evolves, and the other way round. */
export function copySchedule({ bookings, maintenance, leaving, closed }: ScheduleState): ScheduleState {
  const copy: ScheduleState = { ...emptySchedule(), leaving: new Set(leaving), closed }
  for (const [bookingId, booking] of bookings) {
    const copied = { ...booking }
    copy.bookings.set(bookingId, copied)
    if (copied.status === 'approved' || copied.status === 'pending') copy[copied.status].add(copied)
  }
  for (const [maintenanceId, block] of maintenance) {
    const copied = { ...block }
    copy.maintenance.set(maintenanceId, copied)
    if (!copied.cancelled) copy.blocks.add(copied)
  }
  return copy
}

/** The booking, when it is of this business; another's answers as an absent one. */
export function bookingOf(
  schedule: Schedule,
  { bookingId, businessId }: { readonly bookingId: BookingId; readonly businessId: BusinessId },
): Readonly<Booking> | undefined {
  const booking = schedule.bookings.get(bookingId)
  return booking?.businessId === businessId ? booking : undefined
}

/** The maintenance, when it is of this business; another's answers as an absent one. */
export function blockOf(
  schedule: Schedule,
  { maintenanceId, businessId }: { readonly maintenanceId: MaintenanceId; readonly businessId: BusinessId },
): Readonly<Block> | undefined {
  const block = schedule.maintenance.get(maintenanceId)
  return block?.businessId === businessId ? block : undefined
}
