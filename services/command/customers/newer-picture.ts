import type { KeyObject } from 'node:crypto'
import { BookingId } from '@forecourt/domain/ids.ts'
import { bookingOf } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import { z } from 'zod'
import type { Core } from '../log/core.ts'
import type { WhichCustomer } from './let-go.ts'

/** Requests that wait, with their pictures, as the read model has them; the picture that was given last comes first. */
export const Waiting = z.array(
  z.object({
    bookingId: BookingId,
    path: z.string().nullable(),
    /** Whether the customer's own picture was given later, with what is approved already. */
    isOlder: z.boolean(),
  }),
)
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
  const markOf = (picture: string) => markOfPicture(key, customerId, picture)
  const ofCustomer = markOf(path)
  const { licence, picture } = (await core.customers.load(customerStream(customerId))).state
  // What staff could not accept may be another picture than the customer's by now. A deleted one is theirs to the end.
  const wasSaidOfIt = picture === null || picture === ofCustomer || path === ''
  const isWanted = wasSaidOfIt && (licence === 'refused' || licence === 'expired')
  const approved: { readonly mark: string; readonly isSent: boolean }[] = []
  let sent: string | undefined
  for (const { bookingId, path: ofBooking, isOlder } of waiting) {
    const { state } = await core.schedules.load(scheduleStreamOf(bookingId))
    const booking = bookingOf(state, { bookingId, businessId })
    if (booking === undefined) continue
    const before = markOf(ofBooking ?? '')
    const mark = booking.licenceMark ?? before
    // Later than all that the read model has heard of.
    const isSent = mark !== before
    const isApproved = booking.status === 'approved' || booking.status === 'completed'
    if (isApproved && (isSent || !isOlder)) approved.push({ mark, isSent })
    if (isSent && (before === ofCustomer || isWanted)) sent ??= mark
  }
  // Of several that are approved the one that was given last is the customer's, in whatever order they were approved.
  const latest = (approved.find(({ isSent }) => isSent) ?? approved[0])?.mark
  return [latest, sent].find((mark) => mark !== undefined && mark !== ofCustomer)
}
