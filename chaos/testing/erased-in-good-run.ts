import { randomUUID } from 'node:crypto'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Answered, isAcknowledged, isAnswered, isRead } from '../checker/commands.ts'
import { type Erased, erasedIn, rentersIn } from '../checker/erasures.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { asked, lastOf, otherwise, told } from './forging.ts'

/** Somebody whom a business of a good run has forgotten, and what is known of them. */
interface Leaver extends Erased {
  readonly email: string
  readonly mark: string
  /** Path of their licence. */
  readonly licence: string
  /** The place of the request with which they came again, as somebody new. */
  readonly again: bigint
}

/** The last one who was erased. */
export function leaverOf(good: Evidence): Leaver {
  const erased = lastOf([...erasedIn(good).values()], () => true)
  const renters = rentersIn(good).filter(({ businessId }) => businessId === erased.businessId)
  const { email, mark = '' } = lastOf(renters, ({ customerId }) => customerId === erased.customerId)
  const { event } = lastOf(renters, (renter) => renter.email === email)
  const { asked: own } = lastOf(good.history.requests, (one) => one.asked.email === email && 'licence' in one.asked)
  return { ...erased, email, mark, licence: String(own.licence), again: event.position }
}

/** Whether somebody has forgotten them, or has tried to. */
export const isErasing = ({ call }: Request): boolean => call === 'eraseCustomer'

/** Whether an event is the last one of a type about them. */
export const isOfLeaver = (good: Evidence, type: string) => {
  const { customerId } = leaverOf(good)
  const last = lastOf(good.log, (event) => event.type === type && event.data.includes(customerId))
  return (event: Recorded) => event === last
}

/** Whether it is the list of customers, as staff of the leaver's business have seen it last. */
export const isTheirList = (good: Evidence) => {
  const { businessId } = leaverOf(good)
  return (request: Request): request is Answered =>
    isRead(request) && isAcknowledged(request) && request.call === 'listCustomers' && request.businessId === businessId
}

/** That list shows them once more, so many milliseconds after somebody was told that they are erased, and by old rows. */
export function stillShown(good: Evidence, later: number): Evidence {
  const { mark, toldAt } = leaverOf(good)
  const [startedAt, endedAt] = [toldAt + later, toldAt + later + 100]
  return asked(good, isTheirList(good), (one) => ({
    ...otherwise(one, { version: `1.0.${randomUUID()}`, marks: [mark] }),
    seen: null,
    startedAt,
    endedAt,
  }))
}

/** A mail about them, so many milliseconds after somebody was told that they are erased. @param cause what called for it */
export const mailAfter = (good: Evidence, later: number, messageId: string) => {
  const { toldAt, email } = leaverOf(good)
  return { kind: 'mail', at: toldAt + later, messageId, to: email, subject: 'Your booking' } as const
}

/** The leaver's erasures as they were asked for, told otherwise. */
export const withErasures = (good: Evidence, change: (request: Answered) => Partial<Request>): Evidence => {
  const { customerId } = leaverOf(good)
  const isTheirs = (one: Request): one is Answered => isErasing(one) && isAnswered(one) && one.asked.id === customerId
  return told(good, {
    requests: good.history.requests.map((one) => (isTheirs(one) ? { ...one, ...change(one) } : one)),
  })
}
