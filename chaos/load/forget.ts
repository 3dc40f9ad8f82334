import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { z } from 'zod'
import { safeParse } from 'zod/v4/core'
import type { Answer } from '../../tests/system/support/client.ts'
import type { Ask } from './browser.ts'
import { bookingCalled } from './contract.ts'
import { type Clerk, send } from './desk.ts'
import { heard } from './town.ts'

/** All schedules of a renter are looked at and their files deleted, on a busy machine for seconds; in milliseconds. */
const PATIENCE = 15_000

/** Staff forget a customer. */
export const erasing = (id: string): Ask => ({
  call: 'eraseCustomer',
  method: 'DELETE',
  path: `/api/admin/customers/${id}`,
  asked: { id },
  patience: PATIENCE,
})

/** More than that somebody does not cancel in order to be forgotten. */
const MOST_CANCELLED = 4

/**
 * Somebody wants to be forgotten. Whoever has a hire that is agreed and not over stays, or it is cancelled first, all of it; others
 * may approve more of theirs meanwhile.
 */
export async function forget(clerk: Clerk): Promise<void> {
  const { business, browser, chance } = clerk
  const waiting = [...business.bookings].filter(([, status]) => status !== 'approved')
  const [booking] = chance.oneOf(chance.happens(0.7) ? waiting : [...business.bookings]) ?? []
  if (booking === undefined) return
  const page = await browser.ask(bookingCalled(booking))
  const [shown] = safeParse(AdminBookings, page?.body).data ?? []
  if (shown === undefined) return
  const answer = await send(clerk, erasing(shown.customerId))
  const standing = standingIn(answer)
  if (standing.length === 0 || standing.length > MOST_CANCELLED || chance.happens(0.4)) return
  for (const id of standing) await cancel(clerk, id)
  await send(clerk, erasing(shown.customerId))
}

const Standing = z.object({ code: z.literal('customer-has-bookings'), bookings: z.array(z.object({ id: z.string() })) })

/** The bookings for which a customer cannot be erased. */
const standingIn = (answer: Answer | undefined): string[] =>
  (Standing.safeParse(answer?.body).data?.bookings ?? []).map(({ id }) => id)

async function cancel(clerk: Clerk, id: string): Promise<void> {
  const [path, body] = [`/api/admin/bookings/${id}`, { status: 'rejected' }]
  const asked = { id, status: 'rejected' }
  const answer = await send(clerk, { call: 'changeBooking', method: 'PUT', path, body, asked })
  if (answer?.status === 200) heard(clerk.business, id, 'rejected')
}
