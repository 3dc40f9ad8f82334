import { match } from 'ts-pattern'
import { accept, type Decision, refuse } from '../decision.ts'
import type { ScheduleEvent } from './events.ts'
import { type SaveAdminNotes, saveAdminNotes } from './notes-and-hiding.ts'
import type { ScheduleRefusal } from './refusals.ts'
import { isAnswered } from './renter.ts'
import { type BookingStatus, bookingOf, type Schedule } from './state.ts'
import { approve, cancel, complete, reinstate, reject, type Turnaround, type WithReason } from './transitions.ts'

/** Staff change a booking: its status, its notes, or both. */
export interface ChangeBooking extends WithReason, Turnaround {
  readonly status?: BookingStatus | undefined
  /** The status that the person who acts saw; only with `status`. */
  readonly from?: BookingStatus | undefined
  /** When the renter's wish was uttered that a cancellation agrees to; only with `status`. */
  readonly askedAt?: string | undefined
  readonly adminNotes?: Pick<SaveAdminNotes, 'notes' | 'mark' | 'seen'> | undefined
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/** The specification's one call for all of it (section 7): with both, both happen or neither (decisions: bookings). */
export function changeBooking(command: ChangeBooking, schedule: Schedule): Outcome {
  const { status, adminNotes } = command
  const moved = status === undefined ? unchanged(command, schedule) : moveTo(status, command, schedule)
  if (!moved.ok || adminNotes === undefined) return moved
  const noted = saveAdminNotes({ ...command, ...adminNotes }, schedule)
  return noted.ok ? accept(...moved.events, ...noted.events) : noted
}

/**
 * The pair of the present status and the wanted one picks the command.
 *
 * A change that writes nothing, or is refused, leaves no record that a late repetition of it could be told by: "approve",
 * sent to a booking that is approved already and repeated after somebody has completed it, would reinstate it. `from` makes
 * such a repetition harmless: what was asked for was asked of a booking that stood elsewhere. So is a cancellation by which
 * the renter's wish was to be granted, once somebody has answered that wish otherwise.
 */
function moveTo(status: BookingStatus, command: ChangeBooking, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  const { from: seen = booking.status } = command
  if (booking.status !== seen && booking.status !== status) {
    const byRenter = booking.withdrawn && ({ withdrawn: true } as const)
    return refuse({ code: 'transition-not-allowed', from: booking.status, to: status, seen, ...byRenter })
  }
  return match<readonly [BookingStatus, BookingStatus], Outcome>([booking.status, status])
    .with(['pending', 'approved'], () => approve(command, schedule))
    .with(['pending', 'rejected'], () => reject(command, schedule))
    .with(['approved', 'rejected'], () =>
      isAnswered(booking, command.askedAt)
        ? refuse({ code: 'cancellation-answered', again: booking.cancellationAsked !== false })
        : cancel(command, schedule),
    )
    .with(['approved', 'completed'], () => complete(command, schedule))
    .with(['completed', 'approved'], () => reinstate(command, schedule))
    .otherwise(([from, to]) => (from === to ? accept() : refuse({ code: 'transition-not-allowed', from, to })))
}

function unchanged(command: ChangeBooking, schedule: Schedule): Outcome {
  return bookingOf(schedule, command) === undefined ? refuse({ code: 'not-found' }) : accept()
}
