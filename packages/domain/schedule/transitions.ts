import { accept, type Decision, refuse } from '../decision.ts'
import type { BookingId, BusinessId } from '../ids.ts'
import type { ScheduleEvent } from './events.ts'
import { refusedBooking } from './held-days.ts'
import type { ScheduleRefusal } from './refusals.ts'
import { type Booking, type BookingStatus, bookingOf, type Schedule } from './state.ts'

/** A booking of the business that the person who acts belongs to. */
export interface StaffCommand {
  readonly bookingId: BookingId
  readonly businessId: BusinessId
}

/** What the business has set when the decision is taken; looked up by the caller, never sent. */
export interface Turnaround {
  /** So many days after each approved booking no other booking holds; 0 for none. */
  readonly turnaroundDays: number
}

/** A booking gets its days. */
export type HoldCommand = StaffCommand & Turnaround

/** Why a booking was turned down, when staff say so. */
export interface WithReason extends StaffCommand {
  readonly reason?: string | null | undefined
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/** pending → approved, when its days are still free (specification section 4; decisions: bookings). */
export function approve(command: HoldCommand, schedule: Schedule): Outcome {
  return transition(command, schedule, { from: 'pending', to: 'approved' }, (booking) => {
    const refusal = refusedDays(booking, schedule, command)
    if (refusal !== undefined) return refuse(refusal)
    return accept({ type: 'BookingApproved', data: { ...subject(booking), ...period(booking) } })
  })
}

/** pending → rejected. */
export function reject(command: WithReason, schedule: Schedule): Outcome {
  return transition(command, schedule, { from: 'pending', to: 'rejected' }, (booking) =>
    accept({ type: 'BookingRejected', data: { ...subject(booking), reason: command.reason ?? null } }),
  )
}

/** approved → rejected: Cancel Booking. Its days are free again. */
export function cancel(command: WithReason, schedule: Schedule): Outcome {
  return transition(command, schedule, { from: 'approved', to: 'rejected' }, (booking) =>
    accept({ type: 'BookingCancelled', data: { ...subject(booking), reason: command.reason ?? null } }),
  )
}

/** approved → completed: Mark as Completed. Only approved bookings block, so its days are free again. */
export function complete(command: StaffCommand, schedule: Schedule): Outcome {
  return transition(command, schedule, { from: 'approved', to: 'completed' }, (booking) =>
    accept({ type: 'BookingCompleted', data: subject(booking) }),
  )
}

/** completed → approved: Mark as Approved, when nobody else was given its days meanwhile. */
export function reinstate(command: HoldCommand, schedule: Schedule): Outcome {
  return transition(command, schedule, { from: 'completed', to: 'approved' }, (booking) => {
    const refusal = refusedDays(booking, schedule, command)
    if (refusal !== undefined) return refuse(refusal)
    return accept({ type: 'BookingReinstated', data: { ...subject(booking), ...period(booking) } })
  })
}

/** Runs `then` when the booking is where the transition starts. A booking that is there already stays as it is. */
function transition(
  command: StaffCommand,
  schedule: Schedule,
  { from, to }: { readonly from: BookingStatus; readonly to: BookingStatus },
  then: (booking: Readonly<Booking>) => Outcome,
): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (booking.status === to) return accept()
  if (booking.status !== from) return refuse({ code: 'transition-not-allowed', from: booking.status, to })
  return then(booking)
}

/**
 * A vehicle that has left the fleet takes no approval, nor does a customer who is erased, nor do days that another
 * approved booking or maintenance holds.
 */
function refusedDays(
  booking: Readonly<Booking>,
  schedule: Schedule,
  { turnaroundDays }: Turnaround,
): ScheduleRefusal | undefined {
  if (schedule.leaving.has(booking.customerId)) return { code: 'customer-erased' }
  if (schedule.closed) return { code: 'vehicle-unavailable' }
  return refusedBooking(schedule, booking, turnaroundDays)
}

/** What every event says of the booking that it is about. */
export function subject({ bookingId, businessId, customerId }: Readonly<Booking>) {
  return { bookingId, businessId, customerId }
}

function period({ pickupDate, dropoffDate }: Readonly<Booking>) {
  return { pickupDate, dropoffDate }
}
