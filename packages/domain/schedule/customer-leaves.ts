import type { CivilDate } from '../civil-date.ts'
import { accept, type Decision, refuse } from '../decision.ts'
import type { BusinessId, CustomerId, VehicleId } from '../ids.ts'
import type { ScheduleEvent } from './events.ts'
import { type ScheduleRefusal, standing } from './refusals.ts'
import type { Booking, Schedule } from './state.ts'
import { subject } from './transitions.ts'

/** A customer who is to be erased, on one of the vehicles that they have asked for. */
export interface OfCustomer {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly customerId: CustomerId
  readonly today: CivilDate
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/**
 * The customer's approved bookings of this vehicle that are not over: those whose drop-off is today or later. While there
 * is one the business has to know whom it lets the vehicle to.
 */
export function unfinishedBookingsOf({ customerId, today }: OfCustomer, schedule: Schedule): Readonly<Booking>[] {
  return [...schedule.approved].filter((booking) => booking.customerId === customerId && booking.dropoffDate >= today)
}

/**
 * Ends approving for a customer before they are erased. Refused while an approved booking of theirs is not over. It is
 * decided where approving is decided, so that no approval slips in between.
 */
export function closeForCustomer(command: OfCustomer, schedule: Schedule): Outcome {
  const unfinished = unfinishedBookingsOf(command, schedule)
  if (unfinished.length > 0) return refuse({ code: 'customer-has-bookings', bookings: standing(unfinished) })
  if (schedule.leaving.has(command.customerId)) return accept()
  return accept({ type: 'CustomerBookingsClosed', data: departure(command) })
}

/** Takes `closeForCustomer` back: the customer could not be erased after all. */
export function reopenForCustomer(command: OfCustomer, schedule: Schedule): Outcome {
  if (!schedule.leaving.has(command.customerId)) return accept()
  return accept({ type: 'CustomerBookingsReopened', data: departure(command) })
}

/** Why requests of somebody who is erased are rejected. The log holds it, and mailing goes by it: never change it. */
export const REJECTED_BY_ERASURE = 'the customer was erased'

/** Requests of somebody who wants to be forgotten come to nothing: nobody could be told of an answer. */
export function rejectPendingOf({ customerId }: OfCustomer, schedule: Schedule): Outcome {
  const waiting = [...schedule.pending].filter((booking) => booking.customerId === customerId)
  return accept(
    ...waiting.map((booking) => ({
      type: 'BookingRejected' as const,
      data: { ...subject(booking), reason: REJECTED_BY_ERASURE },
    })),
  )
}

function departure({ vehicleId, businessId, customerId }: OfCustomer) {
  return { vehicleId, businessId, customerId }
}
