import type { CivilDate } from '../civil-date.ts'
import { accept, type Decision, refuse } from '../decision.ts'
import type { ScheduleEvent } from './events.ts'
import type { ScheduleRefusal } from './refusals.ts'
import { type Booking, bookingOf, type Schedule } from './state.ts'
import { type StaffCommand, subject } from './transitions.ts'

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

export interface AskToCancel extends StaffCommand {
  readonly today: CivilDate
}

/**
 * The renter does not want the booking any more. A request that nobody has agreed to is over at once. Of an approved booking
 * that has not begun the business decides: they are asked, once at a time. What will not take place anyhow stays as it is.
 */
export function askToCancel({ today, ...command }: AskToCancel, schedule: Schedule): Outcome {
  return onOwnBooking(command, schedule, (booking) => {
    if (booking.status === 'rejected') return accept()
    if (booking.status === 'pending') return accept({ type: 'BookingWithdrawn', data: subject(booking) })
    if (booking.status === 'completed' || hasBegun(booking, today)) return refuse({ code: 'cancellation-too-late' })
    if (booking.cancellationAsked) return accept()
    return accept({ type: 'CancellationRequested', data: subject(booking) })
  })
}

/** On the day of the pickup nobody can tell whether the vehicle is still there: that is for the telephone. */
function hasBegun({ pickupDate }: Readonly<Booking>, today: CivilDate): boolean {
  return pickupDate <= today
}

export interface DeclineCancellation extends StaffCommand {
  /** When the wish was uttered that the person who acts answers, as they saw it. Without it, whichever there is. */
  readonly askedAt?: string | undefined
}

/**
 * Staff hold the renter to the booking. When nothing is asked any more there is nothing to answer; but one that somebody has
 * cancelled meanwhile does not stand, and nobody is told that it does. A wish that came after the one that was seen is not
 * answered with it: nobody has looked at that one.
 */
export function declineCancellation({ askedAt, ...command }: DeclineCancellation, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (booking.status === 'rejected') return refuse({ code: 'booking-cancelled' })
  if (!booking.cancellationAsked) return accept()
  if (isAnswered(booking, askedAt)) return refuse({ code: 'cancellation-answered', again: true })
  return accept({ type: 'CancellationDeclined', data: subject(booking) })
}

/**
 * Whether the wish to cancel that somebody saw is not the one that waits for an answer: nothing is asked any more, or anew.
 * @param askedAt when it was uttered; undefined for somebody who does not say what they saw
 */
export function isAnswered({ cancellationAsked }: Readonly<Booking>, askedAt: string | undefined): boolean {
  if (askedAt === undefined) return false
  if (!cancellationAsked) return true
  return cancellationAsked.at !== undefined && Date.parse(cancellationAsked.at) !== Date.parse(askedAt)
}

/**
 * Whether a renter's link of this version leads to a booking: it is the newest one, and its renter is not erased, or about to be.
 */
export function leadsTo(
  schedule: Schedule,
  { version, ...which }: Parameters<typeof bookingOf>[1] & { readonly version: number },
): boolean {
  const booking = bookingOf(schedule, which)
  return booking?.linkVersion === version && !schedule.leaving.has(booking.customerId)
}

/** Staff give the renter's page another address: whoever has the old one is shut out. */
export function reissueLink(command: StaffCommand, schedule: Schedule): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined) return refuse({ code: 'not-found' })
  if (schedule.leaving.has(booking.customerId)) return refuse({ code: 'customer-erased' })
  const version = booking.linkVersion + 1
  return accept({ type: 'BookingLinkReissued', data: { ...subject(booking), version } })
}

export interface ReplaceLicence extends StaffCommand {
  readonly licencePath: string
  /** Tells the picture from others. */
  readonly mark: string
  /** Tells the picture that came with the request. */
  readonly firstMark: string | undefined
  /** Staff have looked at the licence that there is and found it good. */
  readonly isVerified: boolean
}

/**
 * The renter sends another picture of their licence, as long as nobody has agreed to the request or verified the licence.
 * The one that is there already is there.
 */
export function replaceLicence(
  { licencePath, mark, firstMark, isVerified, ...command }: ReplaceLicence,
  schedule: Schedule,
): Outcome {
  return onOwnBooking(command, schedule, (booking) => {
    if (booking.status !== 'pending') return refuse({ code: 'booking-not-pending' })
    if (mark === (booking.licenceMark ?? firstMark)) return accept()
    if (isVerified) return refuse({ code: 'licence-verified' })
    return accept({ type: 'BookingLicenceReplaced', data: { ...subject(booking), mark }, personal: { licencePath } })
  })
}

/** Whoever is erased, or about to be, has no booking any more that they could be told of. */
function onOwnBooking(
  command: StaffCommand,
  schedule: Schedule,
  then: (booking: Readonly<Booking>) => Outcome,
): Outcome {
  const booking = bookingOf(schedule, command)
  if (booking === undefined || schedule.leaving.has(booking.customerId)) return refuse({ code: 'not-found' })
  return then(booking)
}
