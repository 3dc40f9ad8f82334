import { BookingStatus } from '@forecourt/contracts/booking.ts'
import type { ProblemBody } from '@forecourt/contracts/problem.ts'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { usePending, useUnsent } from '../../offline/outbox/outbox-context.tsx'
import { sayingOf } from '../../offline/outbox/outcome.ts'
import type { Actions } from '../../offline/outbox/queue.ts'
import { bookings, changeBooking, hideBooking } from './api.ts'
import { changeTo, isCancelling, saySame, withChange } from './model.ts'
import { wayTo, wayToOwn } from './way-to.ts'

/** What staff do with bookings, with or without a network. Toasts are those of the specification's section 8. */

const Decision = z.object({ id: z.string(), from: BookingStatus, to: BookingStatus, askedAt: z.optional(z.string()) })
/** What one tap asks for; `from` is the status that the person saw, `askedAt` the renter's wish to cancel that they grant. */
export type Decision = Readonly<z.infer<typeof Decision>>

/** `notesFrom` are the saved notes that the person saw: what others have saved since is not overwritten. */
export const Notes = z.object({ id: z.string(), adminNotes: z.string(), notesFrom: z.optional(z.string()) })
const Hiding = z.object({ id: z.string(), page: z.enum(['hide-from-recent', 'hide-from-bookings-page']) })

const subject = ({ id }: { readonly id: string }) => `booking ${id}`

/** Figures and other lists that a decision changes. */
const figures = [
  ['admin', 'figures'],
  ['admin', 'cars'],
]

/** An approval that is refused for its days leads to the bookings that have them. */
const taken = ({ code, conflicts = [], message }: ProblemBody) =>
  code === 'dates-unavailable' ? { words: message, ways: conflicts.map(wayTo) } : undefined

/** Approve, reject, cancel, complete, reinstate. */
export const decideBooking: Action<Decision> = {
  name: 'booking.decide',
  args: Decision,
  subject,
  send: (decision, by) => sayingOf(taken, changeBooking(decision.id, changeTo(decision), by)),
  effects: [effectOn(bookings(), (list, { id, to }) => withChange(list, id, { status: to }))],
  done: (decision) =>
    isCancelling(decision) ? 'Booking cancelled successfully' : 'Booking status updated successfully',
  failed: (decision) => (isCancelling(decision) ? 'Failed to cancel booking' : 'Failed to update booking status'),
  refreshes: figures,
  answersRefused: true,
  leadsTo: wayToOwn,
  // The server moves no booking that has another status than the person saw, and grants no wish that is answered.
  overtaken: overtakenOn(bookings(), (list, { id, from, askedAt = null }) =>
    list.some(
      ({ id: one, status, cancellationAskedAt }) =>
        one === id && (status !== from || (askedAt !== null && cancellationAskedAt !== askedAt)),
    ),
  ),
}

/** The ids of the bookings whose status was decided here and is not sent yet. */
export function useUnsentDecisions(): ReadonlySet<string> {
  const unsent = useUnsent()
  return useMemo(() => decidedIn(unsent), [unsent])
}

/** The same, with those that are on their way: the server has confirmed none of them. */
export function useWaitingDecisions(): ReadonlySet<string> {
  const pending = usePending()
  return useMemo(() => decidedIn(pending.filter(({ state }) => state !== 'refused')), [pending])
}

const decidedIn = (actions: Actions): ReadonlySet<string> =>
  new Set(actions.flatMap(({ name, subject: of }) => (name === decideBooking.name ? [of.replace('booking ', '')] : [])))

export const saveNotes: Action<z.infer<typeof Notes>> = {
  name: 'booking.save-notes',
  args: Notes,
  // On their own: whatever has become of the booking, or is to be decided about it again, they can be saved.
  subject: ({ id }) => `notes ${id}`,
  send: ({ id, ...change }, by) => changeBooking(id, change, by),
  effects: [effectOn(bookings(), (list, { id, adminNotes }) => withChange(list, id, { adminNotes }))],
  done: () => 'Admin notes saved successfully',
  failed: () => 'Failed to save admin notes',
  answersRefused: true,
  leadsTo: wayToOwn,
  // The server replaces no notes that the person has not seen; at the booking they see them, and can save theirs again.
  overtaken: overtakenOn(bookings(), (list, { id, adminNotes, notesFrom }) =>
    list.some(
      ({ id: one, adminNotes: saved }) =>
        one === id && notesFrom !== undefined && ![notesFrom, adminNotes].some((notes) => saySame(notes, saved ?? '')),
    ),
  ),
}

/** Out of sight: from the overview's recent bookings, or from the bookings page. */
export const hideFrom: Action<z.infer<typeof Hiding>> = {
  name: 'booking.hide',
  args: Hiding,
  subject,
  send: ({ id, page }, by) => hideBooking(id, page, by),
  effects: [
    effectOn(bookings(), (list, { id, page }) =>
      withChange(list, id, page === 'hide-from-recent' ? { hiddenFromRecent: true } : { hiddenFromBookingsPage: true }),
    ),
  ],
  done: () => undefined,
  failed: () => 'Failed to hide booking',
  leadsTo: wayToOwn,
}
