import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import { BACKWARDS, END, FORWARDS, START, StreamNotFoundError, UnknownError } from '@eventstore/db-client'
import { createBackoff } from '../backoff.ts'
import { type Filter, type Position, type Recorded, Unavailable } from '../port.ts'
import type { Connection } from './connection.ts'
import { describe, isRefusal } from './errors.ts'
import { items } from './pull.ts'
import { asPosition, positionOf, toRecorded } from './record.ts'
import { LOOK_BACK } from './tails.ts'

/** Below every position. */
export const BEFORE_ALL = -1n

/** The stream's events from this revision on; a stream that is not there yields nothing. Goes on after a fault. */
export async function* readStream(connection: Connection, stream: string, from: bigint): AsyncGenerator<Recorded> {
  const { client, credentials, deadlines, tails } = connection
  const patience = createPatience(connection, `a read of ${stream}`)
  const last: string[] = []
  let next = from
  for (;;) {
    try {
      const source = client.readStream(stream, { credentials, direction: FORWARDS, fromRevision: next })
      for await (const { event } of items<ResolvedEvent>(source, `a read of ${stream}`, deadlines.call)) {
        if (event === undefined) continue
        yield toRecorded(event)
        next = event.revision + 1n
        if (last.push(event.id) > LOOK_BACK) last.shift()
        patience.progress()
      }
      if (last.length > 0) tails.remember(stream, next - 1n, last)
      return
    } catch (error) {
      if (error instanceof StreamNotFoundError) return
      await patience.failure(error)
    }
  }
}

/** All events above the position that the filter lets through, up to what is the log's end when it begins. */
export async function* readAll(connection: Connection, after: bigint, filter: Filter): AsyncGenerator<Recorded> {
  const patience = createPatience(connection, 'a read of the log')
  let processed = after
  let from = after
  let end: bigint | undefined
  for (;;) {
    try {
      end ??= await endOfLog(connection)
      if (processed >= end) return
      for await (const event of allFrom(connection, from)) {
        const position = positionOf(event)
        if (position > processed) {
          if (letsThrough(filter, event.streamId)) yield toRecorded(event)
          processed = position
        }
        from = position
        patience.progress()
        if (processed >= end) return
      }
      // A server that is stopped ends the read as if it were complete; the end that was seen before says that it is not.
      throw new Error(`the read ended at ${processed}, before ${end}`)
    } catch (error) {
      // A position at which no event starts is refused. What is after it can be told all the same, from the beginning.
      if (error instanceof UnknownError && from === after) from = BEFORE_ALL
      await patience.failure(error)
    }
  }
}

/** Position of the last event of any kind; below every position when the log is empty. */
export async function endOfLog(connection: Connection): Promise<bigint> {
  for await (const event of lastEvents(connection, 1)) return positionOf(event)
  return BEFORE_ALL
}

/**
 * Position of the last event that is not the server's own; 0 when there is none. The server's own events (settings,
 * scavenges, statistics) are nothing that a projection will ever report as processed.
 */
export async function head(connection: Connection): Promise<Position> {
  const patience = createPatience(connection, 'the head of the log')
  for (;;) {
    try {
      for await (const event of lastEvents(connection, Number.MAX_SAFE_INTEGER, 1)) {
        if (!event.streamId.startsWith('$')) return positionOf(event)
      }
      return asPosition(0n)
    } catch (error) {
      await patience.failure(error)
    }
  }
}

/** The log's events from its end backwards, of every kind. */
export async function* lastEvents({ client, credentials, deadlines }: Connection, most: number, ahead = 16) {
  const source = client.readAll(
    { credentials, direction: BACKWARDS, fromPosition: END, maxCount: most },
    { highWaterMark: ahead },
  )
  for await (const { event } of items<AllStreamResolvedEvent>(source, 'a look at the end of the log', deadlines.call)) {
    if (event !== undefined) yield event
  }
}

/** Whether the filter lets the stream's events through. The server ignores a filter on reads: this is the one that counts. */
export function letsThrough({ prefixes }: Filter, stream: string): boolean {
  return prefixes.some((prefix) => stream.startsWith(prefix))
}

async function* allFrom({ client, credentials, deadlines }: Connection, from: bigint) {
  const fromPosition = from < 0n ? START : { commit: from, prepare: from }
  const source = client.readAll({ credentials, direction: FORWARDS, fromPosition })
  for await (const { event } of items<AllStreamResolvedEvent>(source, 'a read of the log', deadlines.call)) {
    if (event !== undefined) yield event
  }
}

/** How long a read bears faults: each bit of progress gives it the whole time again. */
function createPatience({ deadlines }: Connection, what: string) {
  const backoff = createBackoff(deadlines.backoff)
  let giveUp = performance.now() + deadlines.total
  return {
    progress() {
      giveUp = performance.now() + deadlines.total
      backoff.reset()
    },
    /** @throws {Unavailable} there is no time left */
    async failure(error: unknown): Promise<void> {
      if (isRefusal(error)) throw error
      if (performance.now() >= giveUp) throw new Unavailable(`${what}, ${describe(error)}`, error)
      await backoff.wait()
    },
  }
}
