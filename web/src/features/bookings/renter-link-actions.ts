import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { bookings } from './api.ts'
import { withChange } from './model.ts'
import { wayToOwn } from './way-to.ts'

/**
 * What staff do about a renter's own page, with or without a network: send its link again, answer who asks to cancel. The
 * sending is fetched when something is sent, so that the dashboard does not begin with it.
 */

const OfBooking = z.object({ id: z.string() })
type OfBooking = Readonly<z.infer<typeof OfBooking>>

/** `askedAt` is the wish that the person saw: one that came after it is not answered. */
const Answer = z.object({ id: z.string(), askedAt: z.optional(z.string()) })

const subject = ({ id }: OfBooking) => `booking ${id}`

/** Mails the renter another link; those before lead nowhere any more. */
export const sendLink: Action<OfBooking> = {
  name: 'booking.send-link',
  args: OfBooking,
  subject,
  send: async ({ id }, by) => await (await import('./renter-link-api.ts')).sendLinkAgain(id, by),
  effects: [],
  done: () => 'A new link is on its way',
  failed: () => 'Failed to send the link',
  leadsTo: wayToOwn,
}

/** The renter asked to cancel; the booking stands. To agree is to cancel it (`decideBooking`). */
export const keepBooking: Action<z.infer<typeof Answer>> = {
  name: 'booking.decline-cancellation',
  args: Answer,
  subject,
  send: async ({ id, askedAt }, by) =>
    await (await import('./renter-link-api.ts')).declineCancellation(id, askedAt, by),
  effects: [effectOn(bookings(), (list, { id }) => withChange(list, id, { cancellationAskedAt: null }))],
  done: () => 'The booking is kept, and the renter is told',
  failed: () => 'Failed to keep the booking',
  answersRefused: true,
  leadsTo: wayToOwn,
  overtaken: overtakenOn(bookings(), (list, { id, askedAt }) =>
    list.some(
      ({ id: one, cancellationAskedAt: asked }) =>
        one === id && (asked === null || (askedAt !== undefined && asked !== askedAt)),
    ),
  ),
}
