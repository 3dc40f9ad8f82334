import { setTimeout as delay } from 'node:timers/promises'
import type { EventData } from '@eventstore/db-client'
import { createBackoff } from '../backoff.ts'
import { type Appended, type Expected, type NewEvent, Unavailable, WrongRevision } from '../port.ts'
import { type CallOutcome, callAppend, type Exact } from './append-call.ts'
import type { Connection } from './connection.ts'
import { describe, isRefusal } from './errors.ts'
import { toEventData } from './record.ts'
import { type Found, lookFor, type Place, type Sighting } from './sighting.ts'

/** An append on its way, over all its tries. */
interface Append {
  readonly stream: string
  readonly expected: Expected
  readonly ids: readonly string[]
  readonly events: readonly EventData[]
  /** Set while the outcome of a call is unknown: what that call expected. Only the identical call may follow. */
  inDoubt: Exact | undefined
}

/**
 * Appends the events once, whatever becomes of the calls to the server.
 *
 * Before a call the adapter looks at the stream's end, unless it remembers it. That look refuses events that are there
 * already (the server would store them a second time if the expected revision is the current one), gives `any` and
 * `exists` the exact revision that makes a retry safe, and tells a repetition from a first time. The server alone
 * decides, by the exact revision, so what was seen need not be fresh.
 *
 * A call that fails without a clear answer may have stored the events, or may still do so. It is repeated unchanged: the
 * server finds the ids at the expected place and answers as the first time.
 *
 * @param giveUp when to try no more, by `performance.now()`: a clock that is put back must not make it later
 * @throws {WrongRevision} the stream has moved on: the events are not in it, and no call under way can put them there,
 * because the revision that it expects is gone for good
 * @throws {Unavailable} the outcome is unknown
 * @throws {Error} the server refuses for good: the account, the size, a deleted stream; or data is not JSON
 */
export async function append(
  connection: Connection,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
  giveUp: number,
): Promise<Appended> {
  const backoff = createBackoff(connection.deadlines.backoff)
  const ids = events.map(({ id }) => id)
  const attempted: Append = { stream, expected, ids, events: events.map(toEventData), inDoubt: undefined }
  for (;;) {
    try {
      const appended = await attempt(connection, attempted)
      if (appended !== undefined) return appended
    } catch (error) {
      if (error instanceof WrongRevision) throw error
      if (isRefusal(error) && attempted.inDoubt === undefined) throw error
      if (isRefusal(error) || performance.now() >= giveUp) {
        throw new Unavailable(`an append to ${stream}, ${describe(error)}`, error)
      }
      await backoff.wait()
    }
  }
}

/** One try. Undefined: another writer came in between, which only matters to one who expects anything; look again. */
async function attempt(connection: Connection, attempted: Append): Promise<Appended | undefined> {
  const { stream, expected, inDoubt } = attempted
  const remembered = inDoubt === undefined ? rememberedEnd(connection, attempted) : undefined
  if (remembered !== undefined) return call(connection, attempted, remembered)

  const sighting = await look(connection, attempted)
  if (isRepetition(sighting, attempted)) return answered(connection, attempted, sighting.found, inDoubt === undefined)
  const { found, actual } = sighting
  if (found !== 'none') throw new WrongRevision(stream, expected, actual)
  const exact = inDoubt ?? exactly(attempted, actual)
  if (actual <= revisionOf(exact)) return call(connection, attempted, exact)
  // The doubt is resolved too: the stream has left the place where that call could have stored anything.
  attempted.inDoubt = undefined
  if (exact === expected) throw new WrongRevision(stream, expected, actual)
  return undefined
}

async function call(connection: Connection, attempted: Append, exact: Exact): Promise<Appended | undefined> {
  const { stream, expected, events } = attempted
  attempted.inDoubt = exact
  const outcome = await toldOrSeen(connection, attempted, callAppend(connection, stream, exact, events))
  if (outcome.kind === 'stored') {
    const { revision, position } = outcome
    // Stored, but not yet indexed where the server could have told the position: the next look does.
    if (position === undefined) throw new Error('the server did not tell the position')
    return answered(connection, attempted, { revision, position }, false)
  }
  attempted.inDoubt = undefined
  if (exact !== expected) return undefined
  // Refused. Unless the events came in by another call meanwhile, that is the answer.
  const now = await look(connection, attempted)
  if (isRepetition(now, attempted)) return answered(connection, attempted, now.found, true)
  throw new WrongRevision(stream, expected, now.actual > outcome.actual ? now.actual : outcome.actual)
}

/**
 * What the call is told, or what a look at the stream shows before. Of the same events handed in twice at once (a command
 * that was sent again and reached another process) the server drops one while the other is on its way to the index, and
 * says so when its own patience is over: up to three seconds later (seen on 22.10.5).
 */
async function toldOrSeen(
  connection: Connection,
  attempted: Append,
  calling: Promise<CallOutcome>,
): Promise<CallOutcome> {
  const told = new AbortController()
  try {
    return (await Promise.race([calling, seen(connection, attempted, told.signal)])) ?? (await calling)
  } finally {
    told.abort()
  }
}

/**
 * Looks, ever more rarely, until the events are there. Undefined: the call was told. A look that comes back after that may
 * remember an end of the stream that is over by then: whoever expects it is refused by the server, and looks again.
 */
async function seen(connection: Connection, attempted: Append, told: AbortSignal): Promise<CallOutcome | undefined> {
  const { deadlines } = connection
  for (let pause = deadlines.silence; ; pause = Math.min(pause * 2, deadlines.call)) {
    await delay(pause, undefined, { signal: told }).catch(() => {})
    if (told.aborted) return undefined
    // A look that fails says nothing; what the call is told still comes.
    const sighting = await look(connection, attempted).catch(() => undefined)
    if (sighting !== undefined && isRepetition(sighting, attempted)) return { kind: 'stored', ...sighting.found }
  }
}

async function look(connection: Connection, { stream, ids, expected }: Append): Promise<Sighting> {
  const sighting = await lookFor(connection, stream, ids, typeof expected === 'bigint' ? expected : -1n)
  connection.tails.remember(stream, sighting.actual, sighting.tail)
  return sighting
}

function answered({ tails }: Connection, { stream, ids }: Append, place: Place, repeated: boolean): Appended {
  const before = tails.at(stream, place.revision - BigInt(ids.length))
  if (before !== undefined || place.revision < ids.length)
    tails.remember(stream, place.revision, [...(before ?? []), ...ids])
  return { ...place, repeated }
}

/** The revision that the writer expects, if it is the very end that is remembered and none of the events is there. */
function rememberedEnd({ tails }: Connection, { stream, expected, ids }: Append): bigint | undefined {
  if (typeof expected !== 'bigint') return undefined
  const tail = tails.at(stream, expected)
  return tail === undefined || ids.some((id) => tail.includes(id)) ? undefined : expected
}

/** Whether these events are there, at the place where the writer wants them. */
function isRepetition(sighting: Sighting, { expected, ids }: Append): sighting is Found {
  const { found } = sighting
  if (found === 'none' || found === 'some') return false
  if (expected === 'any' || expected === 'exists') return true
  return found.revision === revisionOf(expected) + BigInt(ids.length)
}

/** The exact revision to expect, so that the append can be repeated safely. */
function exactly({ stream, expected }: Append, actual: bigint): Exact {
  if (expected === 'noStream' || typeof expected === 'bigint') return expected
  if (expected === 'exists' && actual < 0n) throw new WrongRevision(stream, expected, actual)
  return actual < 0n ? 'noStream' : actual
}

function revisionOf(exact: Exact): bigint {
  return exact === 'noStream' ? -1n : exact
}
