import { UnknownError } from '@eventstore/db-client'
import { createBackoff } from '../backoff.ts'
import type { CaughtUp, Checkpoint, Filter, Recorded } from '../port.ts'
import type { Connection } from './connection.ts'
import { NoAnswer, within } from './deadlines.ts'
import { isRefusal } from './errors.ts'
import { BEFORE_ALL, endOfLog, lastEvents, letsThrough } from './read.ts'
import { asPosition, positionOf, toRecorded } from './record.ts'
import { type Subscription, subscribe } from './subscription.ts'

type Item = Recorded | Checkpoint | CaughtUp

/** The subscription came to an end that is not an error: a server that is stopped, or one that fell silent. */
class Dropped extends Error {
  constructor(why: string) {
    super(`the subscription was dropped: ${why}`)
    this.name = 'Dropped'
  }
}

/**
 * All events above the position that the filter lets through, for ever. Subscriptions drop: servers restart, connections
 * break, and a server before 24.2 throws out a reader that lags. Each drop is followed by a wait (0.2 to 10 s) and a new
 * subscription from the last item that the consumer is done with, so nothing is missed and nothing comes twice.
 * @param after position of the last event that was processed, or below every position
 * @param onDrop hears why a subscription ended, for the process's log
 */
export async function* follow(
  connection: Connection,
  after: bigint,
  filter: Filter,
  signal: AbortSignal,
  onDrop: (reason: unknown) => void,
): AsyncGenerator<Item> {
  const backoff = createBackoff(connection.deadlines.backoff)
  let processed = after
  let joinAt = after
  while (!signal.aborted) {
    try {
      for await (const item of join(connection, joinAt, processed, filter, signal)) {
        yield item
        if (item.kind === 'caughtUp') continue
        processed = item.position
        joinAt = item.position
        backoff.reset()
      }
    } catch (error) {
      if (isRefusal(error)) throw error
      if (signal.aborted) return
      onDrop(error)
      // The server refuses a position at which no event starts, with an error that says nothing. What is after such a
      // position is well defined all the same; it is found from the beginning of the log.
      if (error instanceof UnknownError && joinAt === after) joinAt = BEFORE_ALL
      await backoff.wait(signal)
    }
  }
}

/** A look at the end of the log: whoever has come to there has heard of all that was written before it was taken. */
interface Look {
  readonly end: bigint
  /** When it was begun. */
  readonly at: number
}

/** One subscription, from joining to its drop. Ends without an error only when the signal aborts. */
async function* join(
  connection: Connection,
  joinAt: bigint,
  after: bigint,
  filter: Filter,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const { deadlines } = connection
  let subscription: Subscription | undefined
  const stop = (): void => subscription?.stop()
  signal.addEventListener('abort', stop)
  try {
    const joined = performance.now()
    const end = await unlessAborted(
      within(deadlines.call, 'a look at the end of the log', endOfLog(connection)),
      signal,
    )
    if (end === undefined) return
    // Beyond the end the server accepts a subscription and says nothing for ever: join at the end instead.
    subscription = subscribe(connection, joinAt < end ? joinAt : end, filter)
    let processed = after
    let confirmed = false
    let awaited: Look | undefined = { end, at: joined }
    let silence = deadlines.silence
    let lastHeard = performance.now()
    let lastLook = joined
    for (;;) {
      const pulled = await subscription.next(Math.min(silence, deadlines.call))
      if (signal.aborted) return
      if (pulled.kind === 'end') throw new Dropped('the server ended it')
      if (pulled.kind === 'silence') {
        if (!confirmed && performance.now() - lastHeard >= deadlines.call)
          throw new NoAnswer('a subscription', deadlines.call)
        silence = Math.min(silence * 2, deadlines.look)
        if (!confirmed) continue
        lastLook = performance.now()
        const seen = await unlessAborted(lookPast(connection, processed, filter), signal)
        if (seen === 'waiting' && performance.now() - lastHeard >= deadlines.call) {
          throw new Dropped('events are in the log and do not come')
        }
        if (typeof seen === 'bigint') {
          if (seen > processed) {
            yield { kind: 'checkpoint', position: asPosition(seen) }
            processed = seen
          }
          awaited = { end: seen, at: lastLook }
        }
      } else {
        const { item } = pulled
        silence = deadlines.silence
        if (item.kind === 'confirmed') confirmed = true
        if (item.kind === 'event' && positionOf(item.event) > processed && letsThrough(filter, item.event.streamId)) {
          const recorded = toRecorded(item.event)
          yield recorded
          processed = recorded.position
        }
        if (item.kind === 'checkpoint' && item.position > processed) {
          yield { kind: 'checkpoint', position: asPosition(item.position) }
          processed = item.position
        }
        if (item.kind === 'caughtUp' && end > processed) {
          yield { kind: 'checkpoint', position: asPosition(end) }
          processed = end
        }
        lastHeard = performance.now()
      }
      // While there is always something to hear nobody is silent for long enough to look.
      if (confirmed && awaited === undefined && performance.now() - lastLook >= deadlines.look) {
        lastLook = performance.now()
        const seen = await unlessAborted(
          within(deadlines.call, 'a look at the end of the log', endOfLog(connection)),
          signal,
        )
        awaited = seen === undefined ? undefined : { end: seen, at: lastLook }
      }
      // Only servers from 23.10 on say that a reader has caught up: an end that was seen before says it for all.
      if (confirmed && awaited !== undefined && processed >= awaited.end) {
        const { at } = awaited
        awaited = undefined
        // What came later than the next look is old.
        if (performance.now() - at <= deadlines.look) yield { kind: 'caughtUp' }
      }
      if (signal.aborted) return
    }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** So many foreign events may lie behind the last one of interest before a look at the end gives up. */
const FOREIGN = 2_000

/**
 * What lies between the position and the end of the log: `waiting` when an event of interest does; the end's position when
 * none does, so that a reader behind foreign events still arrives; `unknown` when that is too far to tell.
 */
async function lookPast(
  connection: Connection,
  processed: bigint,
  filter: Filter,
): Promise<bigint | 'waiting' | 'unknown'> {
  let end: bigint | undefined
  let looked = 0
  for await (const event of lastEvents(connection, FOREIGN)) {
    const position = positionOf(event)
    end ??= position
    if (position <= processed) return end
    if (letsThrough(filter, event.streamId)) return 'waiting'
    looked += 1
  }
  if (end === undefined) return processed
  return looked < FOREIGN ? end : 'unknown'
}

/** What the promise gives, or undefined as soon as the signal aborts. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>()
  const abort = (): void => resolve(undefined)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
