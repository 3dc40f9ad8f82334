import { accept, type Decision, refuse } from '../decision.ts'
import type { ScheduleEvent } from './events.ts'
import type { ScheduleRefusal } from './refusals.ts'
import { bookingOf, type Schedule } from './state.ts'
import { type StaffCommand, subject } from './transitions.ts'

export interface SaveAdminNotes extends StaffCommand {
  /** Empty to wipe them. */
  readonly notes: string
  /** What tells these notes from others: the same for the same text on this booking, '' for none. */
  readonly mark: string
  /** The mark of the notes that the person who acts saw. */
  readonly seen?: string | undefined
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/**
 * Staff's own notes on a booking (specification section 2, Bookings), in any status. They are sealed in the log and told
 * from others by their mark. Who says what they saw overwrites nothing else: when somebody was faster it is refused, and what
 * is there already is not written again. Notes from before there were marks cannot be told, and are overwritten as ever.
 */
export function saveAdminNotes(command: SaveAdminNotes, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (schedule.leaving.has(booking.customerId)) return refuse({ code: 'customer-erased' })
  const { notes, mark, seen } = command
  if (seen !== undefined && booking.notesMark !== null) {
    if (booking.notesMark === mark) return accept()
    if (booking.notesMark !== seen) return refuse({ code: 'notes-changed' })
  }
  return accept({ type: 'BookingAdminNotesSaved', data: { ...subject(booking), mark }, personal: { notes } })
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
