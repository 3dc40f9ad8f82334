import type { KeyObject } from 'node:crypto'
import { BookingId } from '@forecourt/domain/ids.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import { z } from 'zod'
import type { Core } from '../log/core.ts'
import type { WhichCustomer } from './let-go.ts'

/** Requests that wait, with their pictures, as the read model has them. */
export const Waiting = z.array(z.object({ bookingId: BookingId, path: z.string().nullable() }))
export type Waiting = z.infer<typeof Waiting>

/**
 * What tells the picture that has taken the place of the customer's, of which the read model has not heard yet; undefined when
 * the log knows of none. A renter may have sent another one for a request that waits, or a colleague may have approved such a
 * request with its own. As the log was a moment ago: what comes later still is the projection's to tell apart
 * (`services/query/projection/customer.ts`, whose rules these are).
 * @param path of the customer's picture, as the read model has it
 */
export async function newerPicture(
  core: Pick<Core, 'customers' | 'schedules'>,
  { customerId, businessId }: WhichCustomer,
  key: KeyObject,
  { path, waiting }: { readonly path: string; readonly waiting: Waiting },
): Promise<string | undefined> {
  if (waiting.length === 0) return undefined
  const { licence } = (await core.customers.load(customerStream(customerId))).state
  const isWanted = licence === 'refused' || licence === 'expired'
  const markOf = (picture: string) => markOfPicture(key, customerId, picture)
  const ofCustomer = markOf(path)
  for (const { bookingId, path: ofBooking } of waiting) {
    const { state } = await core.schedules.load(scheduleStreamOf(bookingId))
    const booking = bookingOf(state, { bookingId, businessId })
    if (booking === undefined) continue
    const before = markOf(ofBooking ?? '')
    const now = booking.licenceMark ?? before
    const isReplaced = now !== before && (before === ofCustomer || isWanted)
    const isApproved = booking.status === 'approved' || booking.status === 'completed'
    if (now !== ofCustomer && (isReplaced || isApproved)) return now
  }
  return undefined
}
