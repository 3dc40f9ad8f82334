import { dayInWords } from '@forecourt/domain/history/words.ts'
import type { DatesUnavailable, StandingBlock, StandingBooking } from '@forecourt/domain/schedule/refusals.ts'
import { Problem } from '@forecourt/kit/problem.ts'
import { kindInWords } from './changed-meanwhile.ts'

/**
 * Days that cannot be had, and what is in the way.
 * The public's refusals name neither bookings nor maintenance: `requestBooking` takes them out.
 * @param taken what is said when a booking is in the way, `inMaintenance` when maintenance alone is
 */
export function datesUnavailable(
  { code, conflicts, maintenance, turnaroundDays }: DatesUnavailable,
  taken: string,
  inMaintenance: string,
): Problem {
  if (conflicts.length === 0 && maintenance.length === 0) return new Problem(409, code, taken)
  const named = [...conflicts.map(bookingInWords), ...maintenance.map(blockInWords)].join('; ')
  const kept = `${turnaroundDays} day${turnaroundDays === 1 ? ' is' : 's are'} kept free after each booking.`
  const sentence = conflicts.length === 0 ? inMaintenance : taken
  return new Problem(409, code, `${sentence} In the way: ${named}.${turnaroundDays === 0 ? '' : ` ${kept}`}`, {
    members: {
      conflicts: conflicts.map(conflictOf),
      ...(maintenance.length === 0 ? {} : { maintenance: maintenance.map(blockConflictOf) }),
    },
  })
}

/** A booking that is in the way, as an answer names it. */
export const conflictOf = ({ bookingId: id, reference, pickupDate, dropoffDate }: StandingBooking) => ({
  id,
  reference,
  pickupDate,
  dropoffDate,
})

/** The same for somebody who reads it. */
export const bookingInWords = ({ reference, pickupDate, dropoffDate }: StandingBooking) =>
  `#${reference} from ${dayInWords(pickupDate)} to ${dayInWords(dropoffDate)}`

const blockConflictOf = ({ maintenanceId: id, kind, from, to }: StandingBlock) => ({ id, kind, from, to })

const blockInWords = ({ kind, from, to }: StandingBlock) =>
  `maintenance (${kindInWords[kind]}) from ${dayInWords(from)} to ${dayInWords(to)}`
