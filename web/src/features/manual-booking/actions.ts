import * as z from 'zod/mini'
import type { Action } from '../../offline/outbox/action.ts'
import { toast } from '../../ui/toast-queue.ts'
import { forgetKept, KeptRequest, sendKept } from '../booking-form/kept-request.ts'
import { texts } from '../booking-form/texts.ts'
import { noteMadeHere } from '../bookings/arrivals.ts'

/** What a walk-in booking changes on other screens. */
export const changedByBooking = [
  ['admin', 'bookings'],
  ['admin', 'customers'],
  ['admin', 'figures'],
] as const

const WalkIn = z.object({ ...KeptRequest.shape, memberId: z.string() })

/** A booking for a walk-in customer that could not be sent when it was submitted. */
export const bookWalkIn: Action<z.infer<typeof WalkIn>> = {
  name: 'booking.walk-in',
  args: WalkIn,
  subject: ({ reference }) => `request ${reference}`,
  send: async ({ memberId, ...kept }, { signal }) => {
    noteMadeHere(kept.reference)
    const { isAsFirstSent } = await sendKept(kept, { memberId, signal })
    const { title, description } = texts.submitted
    toast(isAsFirstSent ? `#${kept.reference}` : title, isAsFirstSent ? texts.asFirstSentAtDesk : description)
  },
  effects: [],
  done: () => undefined,
  failed: () => texts.failed.title,
  refreshes: changedByBooking,
  forget: forgetKept,
  leadsTo: () => ({ words: 'Change it', address: '?tab=manual-booking' }),
}
