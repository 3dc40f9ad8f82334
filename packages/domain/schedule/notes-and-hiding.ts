import { accept, type Decision, refuse } from '../decision.ts'
import type { ScheduleEvent } from './events.ts'
import type { ScheduleRefusal } from './refusals.ts'
import { bookingOf, type Schedule } from './state.ts'
import { type StaffCommand, subject } from './transitions.ts'

export interface SaveAdminNotes extends StaffCommand {
  /** Empty to wipe them. */
  readonly notes: string
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/**
 * Staff's own notes on a booking (specification section 2, Bookings), in any status. They are sealed in the log, so that
 * the same notes again cannot be told and are saved again.
 */
export function saveAdminNotes(command: SaveAdminNotes, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (schedule.leaving.has(booking.customerId)) return refuse({ code: 'customer-erased' })
  return accept({ type: 'BookingAdminNotesSaved', data: subject(booking), personal: { notes: command.notes } })
}

/** Dismisses a booking from Recent Bookings (specification section 4, Hiding), in any status. */
export function hideFromRecent(command: StaffCommand, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (booking.hiddenFromRecent) return accept()
  return accept({ type: 'BookingHiddenFromRecent', data: subject(booking) })
}

/**
 * Takes a booking off the bookings page (specification section 4, Hiding). The page offers it for completed and rejected
 * bookings; the call itself names no status, so none is refused.
 */
export function hideFromBookingsPage(command: StaffCommand, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (booking.hiddenFromBookingsPage) return accept()
  return accept({ type: 'BookingHiddenFromBookingsPage', data: subject(booking) })
}
