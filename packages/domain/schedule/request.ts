import type { BookingReference } from '../booking-reference.ts'
import { bookingReferenceFor } from '../booking-reference.ts'
import { addDays, addYears, type CivilDate } from '../civil-date.ts'
import { accept, type Decision, refuse } from '../decision.ts'
import type { EventOf } from '../event.ts'
import type { BookingId, BusinessId, CustomerId, VehicleId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { type Pence, priceOf } from '../money.ts'
import { daysOf, type Period } from '../period.ts'
import type { VehicleStatus } from '../vehicle/events.ts'
import type { BookingRequested, ScheduleEvent } from './events.ts'
import { refusedBooking } from './held-days.ts'
import type { ScheduleRefusal } from './refusals.ts'
import type { Schedule } from './state.ts'
import type { Turnaround } from './transitions.ts'

/** Decisions: dates, time, money. */
export const LONGEST_DAYS = 365
export const YEARS_AHEAD = 10
/** How long ago staff may have handed the vehicle over and write it up now. */
export const DESK_DAYS_BACK = 30
/** Decisions: bookings. */
export const MOST_PENDING = 50

/** Where a request comes from: a visitor's form, or a signed-in member of the vehicle's business. */
export type Channel = 'portal' | 'desk'

/** Somebody asks for a vehicle. What is known of vehicle and business was looked up by the caller, never sent. */
export interface RequestBooking extends Period {
  readonly bookingId: BookingId
  readonly customerId: CustomerId
  readonly channel: Channel
  readonly vehicle: {
    readonly vehicleId: VehicleId
    readonly businessId: BusinessId
    readonly dailyRate: Pence
    readonly status: VehicleStatus
    readonly removed: boolean
  }
  readonly business: { readonly active: boolean } & Turnaround
  readonly personal: EventOf<typeof BookingRequested>['personal']
  /** What the client reckoned; only compared. */
  readonly totalAmount?: Pence | undefined
  /** What the client told its user already. */
  readonly reference?: BookingReference | undefined
  readonly at: Instant
  /** The day that `at` is in the business's time zone. */
  readonly today: CivilDate
}

/**
 * A request for a booking, pending until staff decide (specification sections 4, 5 and 9; decisions: bookings).
 * @throws when the booking id has been given out before: ids are made afresh for each request
 */
export function request(command: RequestBooking, schedule: Schedule): Decision<ScheduleEvent, ScheduleRefusal> {
  const { bookingId, customerId, vehicle, channel, pickupDate, dropoffDate, personal } = command
  if (schedule.bookings.has(bookingId)) throw new Error(`booking id ${bookingId} was given out before`)
  if (!command.business.active || vehicle.removed) return refuse({ code: 'not-found' })

  const refusal = refusedDates(command)
  if (refusal !== undefined) return refuse(refusal)
  if (schedule.closed || !mayBeAskedFor(vehicle.status, channel)) return refuse({ code: 'vehicle-unavailable' })
  const taken = refusedBooking(schedule, command, command.business.turnaroundDays)
  if (taken !== undefined) return refuse(taken)
  if (schedule.pending.size >= MOST_PENDING) return refuse({ code: 'too-many-pending', limit: MOST_PENDING })

  const days = daysOf(command)
  const totalAmount = priceOf(vehicle.dailyRate, days)
  if (totalAmount === undefined) return refuse({ code: 'price-too-high' })
  if (command.totalAmount !== undefined && command.totalAmount !== totalAmount) {
    return refuse({ code: 'price-changed', totalAmount })
  }

  return accept({
    type: 'BookingRequested',
    data: {
      bookingId,
      businessId: vehicle.businessId,
      customerId,
      vehicleId: vehicle.vehicleId,
      reference: command.reference ?? bookingReferenceFor(bookingId, command.at),
      channel,
      pickupDate,
      dropoffDate,
      days,
      dailyRate: vehicle.dailyRate,
      totalAmount,
    },
    personal,
  })
}

function refusedDates(command: RequestBooking): ScheduleRefusal | undefined {
  const { pickupDate, dropoffDate, today } = command
  if (dropoffDate <= pickupDate) return { code: 'invalid-dates' }
  const earliest = command.channel === 'desk' ? addDays(today, -DESK_DAYS_BACK) : today
  if (pickupDate < earliest) return { code: 'pickup-in-the-past', earliest }
  if (daysOf(command) > LONGEST_DAYS) return { code: 'too-long', longestDays: LONGEST_DAYS }
  const latest = addYears(today, YEARS_AHEAD)
  if (pickupDate > latest) return { code: 'too-far-ahead', latest }
  return undefined
}

/** Only available vehicles can be chosen (section 4); staff at the desk may add to one that is out on hire. */
function mayBeAskedFor(status: VehicleStatus, channel: Channel): boolean {
  return status === 'available' || (channel === 'desk' && status === 'booked')
}
