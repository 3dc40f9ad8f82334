import { CurrentUser } from '@forecourt/contracts/account.ts'
import * as z from 'zod/mini'
import { ApiError, get } from '../../lib/api.ts'
import type { Action } from '../../offline/outbox/action.ts'
import { toast } from '../../ui/toast-queue.ts'
import { type Asked, requestBooking } from '../booking-form/api.ts'
import { forgetKept, KeptRequest, sendKept } from '../booking-form/kept-request.ts'
import { texts } from '../booking-form/texts.ts'

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
  send: async ({ memberId, ...kept }) => {
    await atTheDesk(memberId)
    await sendKept(kept)
    toast(texts.submitted.title, texts.submitted.description)
  },
  effects: [],
  done: () => undefined,
  failed: () => texts.failed.title,
  refreshes: changedByBooking,
  forget: forgetKept,
  changedAt: '?tab=manual-booking',
}

/** Asks for a walk-in customer's booking now. @throws {ApiError | NoAnswer} */
export async function bookNow(memberId: string, asked: Asked) {
  await atTheDesk(memberId)
  return await requestBooking(asked)
}

/**
 * Anybody may ask for a booking: a desk whose session is over would be taken for a visitor, under a visitor's rules.
 * @throws {ApiError} 401 when the member is not signed in
 */
async function atTheDesk(memberId: string): Promise<void> {
  const { id } = await get(CurrentUser, '/api/auth/user')
  if (id !== memberId) throw new ApiError(401, '', 'Somebody else is signed in')
}
