import { vehicleOf } from '@forecourt/domain/ids.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import { scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { requestOf } from '../reactor/ledger.ts'

export type Request = Extract<StoredFact, { readonly type: 'BookingRequested' }>

/** What the log knows of one booking by now. */
export interface BookingHistory {
  readonly request: Request
  readonly status: BookingStatus
  /** Of the link to the renter's own page. */
  readonly linkVersion: number
  /** All facts of the booking, in order. */
  readonly facts: readonly StoredFact[]
}

const STATUS_AFTER: Readonly<Record<string, BookingStatus>> = {
  BookingRequested: 'pending',
  BookingApproved: 'approved',
  BookingRejected: 'rejected',
  BookingCancelled: 'rejected',
  BookingWithdrawn: 'rejected',
  BookingCompleted: 'completed',
  BookingReinstated: 'approved',
}

/** The fact at this place of the log. @throws {Error} there is none */
export async function factAt(
  eventLog: EventLog,
  { stream, revision }: { readonly stream: string; readonly revision: string },
): Promise<StoredFact> {
  for await (const recorded of eventLog.read(stream, BigInt(revision))) {
    const fact = decode(recorded)
    if (fact.kind === 'fact') return fact
    break
  }
  throw new Error(`${stream} has no fact at revision ${revision}`)
}

/** A fact that calls for something, and its booking when that came with it. */
export interface Cause {
  readonly fact: StoredFact
  readonly booking: BookingHistory | undefined
}

/**
 * The fact at this place of the log. A request is where its booking begins, so that one reading gives both.
 * @throws {Error} there is none
 */
export async function causeAt(
  eventLog: EventLog,
  { stream, revision }: { readonly stream: string; readonly revision: string },
): Promise<Cause> {
  const facts: StoredFact[] = []
  for await (const recorded of eventLog.read(stream, BigInt(revision))) {
    const [cause] = facts
    if (cause?.type === 'BookingRequested' && !isAbout(recorded, cause.data.bookingId)) continue
    const fact = decode(recorded)
    if (fact.kind === 'fact') facts.push(fact)
    if (facts[0]?.type !== 'BookingRequested') break
  }
  const [fact] = facts
  if (fact === undefined) throw new Error(`${stream} has no fact at revision ${revision}`)
  return { fact, booking: fact.type === 'BookingRequested' ? historyIn(fact, facts) : undefined }
}

/**
 * Reads the booking that a fact is about, from its request to the end of its schedule.
 * @throws {Error} the log does not hold what the fact speaks of
 */
export async function historyOfBooking(
  { eventLog, database }: { readonly eventLog: EventLog; readonly database: Queries },
  fact: StoredFact,
): Promise<BookingHistory> {
  if (!('bookingId' in fact.data) || fact.data.bookingId === null) throw new Error(`${fact.type} is about no booking`)
  const { bookingId } = fact.data
  const revision = fact.type === 'BookingRequested' ? fact.revision : await requestOf(database, bookingId)
  if (revision === undefined) throw new Error(`the request of a booking of ${vehicleOf(bookingId)} is unknown`)
  const facts: StoredFact[] = []
  // Facts of the customer tell of a booking as well.
  const stream = scheduleStreamOf(bookingId)
  for await (const recorded of eventLog.read(stream, revision)) {
    if (!isAbout(recorded, bookingId)) continue
    const decoded = decode(recorded)
    if (decoded.kind === 'fact') facts.push(decoded)
  }
  const [request] = facts
  if (request?.type !== 'BookingRequested') throw new Error(`${stream} has no request at revision ${revision}`)
  return historyIn(request, facts)
}

/** Of the facts by which staff answer a renter who has asked to cancel, or by which the asking begins. */
const OF_ASKING = new Set(['CancellationRequested', 'CancellationDeclined', 'BookingApproved', 'BookingReinstated'])

/** Whether this fact cancels the booking as its renter has asked, and not of the business's own accord. */
export function isCancelledAsAsked({ facts }: BookingHistory, { type, revision }: StoredFact): boolean {
  if (type !== 'BookingCancelled') return false
  const before = facts.filter((fact) => fact.revision < revision && OF_ASKING.has(fact.type))
  return before.at(-1)?.type === 'CancellationRequested'
}

/** Other bookings of the vehicle are passed over before they cost anything. */
const isAbout = ({ data }: Recorded, bookingId: string) => data.includes(bookingId)

function historyIn(request: Request, facts: readonly StoredFact[]): BookingHistory {
  const statuses = facts.map(({ type }) => STATUS_AFTER[type]).filter((status) => status !== undefined)
  const reissued = facts.findLast((told) => told.type === 'BookingLinkReissued')
  return { request, status: statuses.at(-1) ?? 'pending', linkVersion: reissued?.data.version ?? 0, facts }
}
