import { randomUUID } from 'node:crypto'
import {
  type CaughtUp,
  type Checkpoint,
  EVERYTHING,
  type EventLog,
  type Filter,
  type NewEvent,
  type Position,
  type Recorded,
} from '../port.ts'

/** An adapter under test, with what the suite needs to put it in trouble. */
export interface Subject {
  readonly log: EventLog
  /** A second process on the same log. */
  readonly another: EventLog
  /** Cuts every connection to the log, as a restart or a broken network does. It is back at once. */
  readonly dropConnections: () => Promise<void>
  /** Ends both logs and what stands behind them. */
  readonly stop: () => Promise<void>
}

/** Called once for the whole suite. Streams are named anew for each test, so a log that holds other things will do. */
export type Setup = () => Promise<Subject>

/** Gives the subject while tests run. */
export type Under = () => Subject

/** A stream that nobody has used. */
export const freshStream = (kind = 'contract'): string => `rent.${kind}-${randomUUID()}`

/** Only these streams. */
export const only = (...streams: string[]): Filter => ({ prefixes: streams })

export function newEvent(data: string = JSON.stringify({ n: randomUUID() }), type = 'Tested'): NewEvent {
  return { id: randomUUID(), type, data, metadata: { tenantId: 'tenant', $correlationId: 'correlation' } }
}

export const newEvents = (count: number): NewEvent[] => Array.from({ length: count }, () => newEvent())

export const idsOf = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id)

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export interface Follower {
  readonly items: readonly (Recorded | Checkpoint | CaughtUp)[]
  readonly events: () => Recorded[]
  /** Resolves when the reader has come to its end; rejects if it failed. */
  readonly stop: () => Promise<void>
}

/** Follows the log in the background and keeps what it is given. */
export function startFollowing(log: EventLog, after: Position | 'start', filter: Filter = EVERYTHING): Follower {
  const ending = new AbortController()
  const items: (Recorded | Checkpoint | CaughtUp)[] = []
  const run = (async () => {
    for await (const item of log.follow(after, filter, ending.signal)) items.push(item)
  })()
  run.catch(() => {}) // whoever stops the follower hears of it
  return {
    items,
    events: () => items.filter((item) => item.kind === 'event'),
    stop: () => {
      ending.abort()
      return run
    },
  }
}
