import { isDefinition } from '@forecourt/domain/event.ts'
import type { ScheduleFact } from '@forecourt/domain/schedule/events.ts'
import * as schedule from '@forecourt/domain/schedule/events.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { z } from 'zod'
import type { Turn } from './told.ts'

const OF_SCHEDULES: ReadonlySet<string> = new Set(
  Object.values(schedule)
    .filter(isDefinition)
    .map(({ type }) => type),
)

type ScheduleStored = StoredFact & ScheduleFact

const isOfSchedule = (fact: { readonly type: string }): fact is ScheduleStored => OF_SCHEDULES.has(fact.type)

/** What the log says of schedules, in its order. @throws {UnreadableEvent} @throws {Error} an event in the wrong stream */
export function scheduleFacts(log: readonly Recorded[]): ScheduleStored[] {
  return log
    .filter(({ stream }) => stream.startsWith('rent.schedule-'))
    .map((recorded) => {
      const fact = decode(recorded)
      if (fact.kind === 'fact' && isOfSchedule(fact)) return fact
      throw new Error(`${recorded.type} at ${recorded.position} does not belong into ${recorded.stream}`)
    })
}

/** What an event of this kind says. @throws {ZodError} it is of another kind */
export const dataOf = <Data>({ data: schema }: { readonly data: z.ZodType<Data> }, { data }: Recorded): Data =>
  schema.parse(JSON.parse(data))

/** What was asked for, by the booking's id. */
export const requestsIn = (
  log: readonly Recorded[],
): ReadonlyMap<string, z.infer<typeof schedule.BookingRequested.data>> =>
  new Map(
    log
      .filter(({ type }) => type === schedule.BookingRequested.type)
      .map((event) => dataOf(schedule.BookingRequested, event))
      .map((data) => [data.bookingId, data]),
  )

/** Whose booking one is, by its id. */
export function customersIn(log: readonly Recorded[]): (bookingId: string) => string | undefined {
  const requests = requestsIn(log)
  return (bookingId) => requests.get(bookingId)?.customerId
}

/** A status that a booking had from a place in the log on. */
interface StatusTurn extends Turn {
  readonly position: bigint
  readonly status: BookingStatus
}

/** A booking's whole life. */
export interface Life {
  readonly businessId: string
  readonly turns: readonly StatusTurn[]
}

/** The status that a fact gives its booking. */
export const STATUS_AFTER: Readonly<Record<string, BookingStatus>> = {
  BookingRequested: 'pending',
  BookingApproved: 'approved',
  BookingReinstated: 'approved',
  BookingRejected: 'rejected',
  BookingCancelled: 'rejected',
  BookingWithdrawn: 'rejected',
  BookingCompleted: 'completed',
}

/** The lives of all bookings by their ids. */
export function livesIn(log: readonly Recorded[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, { businessId: string; turns: StatusTurn[] }>()
  for (const { type, data, position, recordedAt } of scheduleFacts(log)) {
    const status = STATUS_AFTER[type]
    if (status === undefined || !('bookingId' in data)) continue
    const life = lives.get(data.bookingId) ?? { businessId: data.businessId, turns: [] }
    life.turns.push({ position, at: recordedAt.getTime(), status })
    lives.set(data.bookingId, life)
  }
  return lives
}
