import { CustomerErased } from '@forecourt/domain/customer/events.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { REJECTED_BY_ERASURE } from '@forecourt/domain/schedule/customer-leaves.ts'
import {
  BookingRejected,
  BookingRequested,
  CustomerBookingsClosed,
  CustomerBookingsReopened,
} from '@forecourt/domain/schedule/events.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import type { Request } from '../history.ts'
import { commandsOf, isAcknowledged } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { customersIn, dataOf, requestsIn } from './facts.ts'
import { during, type Told, type Turn } from './told.ts'

type Known = Pick<Evidence, 'history' | 'log'>

/** Somebody of whom the log says that they are erased. */
export interface Erased {
  readonly customerId: string
  readonly businessId: string
  /** The place that says so. */
  readonly position: bigint
  /** When that was appended. */
  readonly at: number
  /** When somebody was first told so: from then on they are. Infinite when nobody was. */
  readonly toldAt: number
}

/** Everybody who was ever erased, by their id. */
export function erasedIn({ history, log }: Known): ReadonlyMap<string, Erased> {
  const told = new Map<string, number>()
  for (const { call, asked, endedAt } of history.requests.filter(isAcknowledged))
    if (call === 'eraseCustomer') told.set(String(asked.id), Math.min(endedAt, told.get(String(asked.id)) ?? endedAt))
  return new Map(
    log
      .filter(({ type }) => type === CustomerErased.type)
      .map(({ position, recordedAt, ...event }) => {
        const { customerId, businessId } = dataOf(CustomerErased, { position, recordedAt, ...event })
        const toldAt = told.get(customerId) ?? Number.POSITIVE_INFINITY
        return [customerId, { customerId, businessId, position, at: recordedAt.getTime(), toldAt }]
      }),
  )
}

/** Whether somebody may have been gone by the end of a request. */
export const mayBeGone = (erased: Erased | undefined, { endedAt }: Pick<Request, 'endedAt'>): boolean =>
  erased !== undefined && erased.at <= endedAt + CLOCKS_APART

/** Whom a request about a booking, or about a customer, is about; undefined when it is about neither. */
export function customerOfRequestIn(log: readonly Recorded[]): (request: Request) => string | undefined {
  const customerOf = customersIn(log)
  return ({ asked }) => customerOf(String(asked.id)) ?? (typeof asked.id === 'string' ? asked.id : undefined)
}

/** Whom an event is about that calls for a mail; undefined when it is about no customer. */
export function customerOfCauseIn(log: readonly Recorded[]): (cause: Recorded) => string | undefined {
  const customerOf = customersIn(log)
  return (cause) => customerOf(bookingOf(cause) ?? '') ?? OfCustomer.safeParse(JSON.parse(cause.data)).data?.customerId
}

const OfCustomer = z.object({ customerId: z.string() })

/** Whether whoever a request is about may have been gone by its end. */
export function goneIn(known: Known): (request: Request) => boolean {
  const erased = erasedIn(known)
  const customerOf = customerOfRequestIn(known.log)
  return (request) => mayBeGone(erased.get(customerOf(request) ?? ''), request)
}

/** Somebody whom the log knows as a customer, and what the run knows of them. */
interface Renter {
  readonly customerId: string
  readonly businessId: string
  readonly email: string
  /** What is in all that they said of themselves; undefined when the run has given them none. */
  readonly mark: string | undefined
  /** The request that says so. */
  readonly event: Recorded
}

/** Who has asked for each booking, in the order of the log. */
export function rentersIn({ history, log }: Known): Renter[] {
  const commands = commandsOf(history)
  return log.flatMap((event) => {
    if (event.type !== BookingRequested.type) return []
    const { email, mark } = commands.get(event.metadata.commandId ?? '')?.sendings[0]?.asked ?? {}
    if (typeof email !== 'string') return []
    const { customerId, businessId } = dataOf(BookingRequested, event)
    return [{ customerId, businessId, email, mark: typeof mark === 'string' ? mark : undefined, event }]
  })
}

/** The marks of those who were erased. Who asked twice at once may be two customers, if they were erased in between: both are, then. */
export function goneMarksIn(known: Known): ReadonlyMap<string, Pick<Erased, 'position' | 'toldAt'>> {
  const erased = erasedIn(known)
  const gone = new Map<string, Pick<Erased, 'position' | 'toldAt'>>()
  for (const [mark, renters] of Map.groupBy(rentersIn(known), (renter) => renter.mark)) {
    const all = [...new Set(renters.map(({ customerId }) => customerId))].map((id) => erased.get(id))
    if (mark === undefined || !all.every((one) => one !== undefined)) continue
    const [toldAt, last] = [Math.max(...all.map((one) => one.toldAt)), all.toSorted((a, b) => a.at - b.at).at(-1)]
    if (last !== undefined) gone.set(mark, { position: last.position, toldAt })
  }
  return gone
}

interface Leaving extends Turn {
  readonly isLeaving: boolean
}

const STAYS: Leaving = { at: 0, position: undefined, isLeaving: false }

/**
 * Whether, at some time of a request about a booking, its renter was erased, or about to be: its vehicle's schedule takes nothing
 * more for them from then on, unless they stay after all.
 */
export function leavingIn(known: Known, told: Told): (request: Request) => boolean {
  const { log } = known
  const isGone = goneIn(known)
  const requested = requestsIn(log)
  const turns = Map.groupBy(departuresIn(log), ({ stream, customerId }) => `${stream} ${customerId}`)
  return (request) => {
    const booking = requested.get(String(request.asked.id))
    if (booking === undefined) return false
    const its = turns.get(`${scheduleStream(VehicleId.parse(booking.vehicleId))} ${booking.customerId}`) ?? []
    return isGone(request) || during([STAYS, ...its], request, told).some(({ isLeaving }) => isLeaving)
  }
}

/** Whether a request came to nothing because its renter is erased. */
export const isRejectedByErasure = (event: Recorded): boolean =>
  event.type === BookingRejected.type && dataOf(BookingRejected, event).reason === REJECTED_BY_ERASURE

/** What the log says of who leaves, and who stays after all, vehicle by vehicle. */
export const departuresIn = (log: readonly Recorded[]) =>
  log.flatMap((event) => {
    const definition = [CustomerBookingsClosed, CustomerBookingsReopened].find(({ type }) => type === event.type)
    if (definition === undefined) return []
    const { customerId } = dataOf(definition, event)
    const { stream, position, recordedAt } = event
    const isLeaving = definition === CustomerBookingsClosed
    return [{ stream, customerId, position, at: recordedAt.getTime(), isLeaving }]
  })
