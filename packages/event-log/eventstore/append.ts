import { createBackoff } from '../backoff.ts'
import { type Appended, type Expected, type NewEvent, Unavailable, WrongRevision } from '../port.ts'
import { callAppend, type Exact } from './append-call.ts'
import type { Connection } from './connection.ts'
import { describe, isRefusal } from './errors.ts'
import { type Found, lookFor, type Sighting } from './sighting.ts'

/**
 * Appends the events once, whatever becomes of the calls to the server.
 *
 * Before each call the adapter looks at the stream's end. That look refuses events that are there already (the server
 * would store them a second time if the expected revision is the current one), gives `any` and `exists` the exact revision
 * that makes a retry safe, and tells a repetition from a first time. The server alone decides, by the exact
 * revision, so the look need not be fresh.
 *
 * A call that fails without a clear answer may have stored the events, or may still do so. It is repeated unchanged: the
 * server finds the ids at the expected place and answers as the first time.
 *
 * @throws {WrongRevision} the stream has moved on: the events are not in it, and no call under way can put them there,
 * because the revision that it expects is gone for good
 * @throws {Unavailable} the outcome is unknown
 */
export async function append(
  connection: Connection,
  stream: string,
  expected: Expected,
  events: readonly NewEvent[],
): Promise<Appended> {
  const { total, backoff: longest } = connection.deadlines
  const giveUp = Date.now() + total
  const backoff = createBackoff(longest)
  const attempt = createAttempt(connection, stream, expected, events)
  for (;;) {
    try {
      const appended = await attempt()
      if (appended !== undefined) return appended
    } catch (error) {
      if (error instanceof WrongRevision || isRefusal(error)) throw error
      if (Date.now() >= giveUp) throw new Unavailable(`an append to ${stream}, ${describe(error)}`, error)
      await backoff.wait()
    }
  }
}

/** One attempt after the other at the same append; undefined: another writer came in between, look again. */
function createAttempt(connection: Connection, stream: string, expected: Expected, events: readonly NewEvent[]) {
  const ids = events.map(({ id }) => id)
  const above = typeof expected === 'bigint' ? expected : -1n
  /** Set while a call's outcome is unknown: only the identical call may follow. */
  let inDoubt: Exact | undefined

  return async (): Promise<Appended | undefined> => {
    const sighting = await lookFor(connection, stream, ids, above)
    if (isRepetition(sighting, expected, events.length)) return { ...sighting.found, repeated: inDoubt === undefined }
    const { found, actual } = sighting
    if (found !== 'none') throw new WrongRevision(stream, expected, actual)
    const exact = inDoubt ?? exactly(stream, expected, sighting)
    if (actual > revisionOf(exact)) {
      // The doubt is resolved too: the stream has left the place where that call could have stored anything.
      inDoubt = undefined
      if (exact === expected) throw new WrongRevision(stream, expected, actual)
      return undefined
    }

    inDoubt = exact
    const outcome = await callAppend(connection, stream, exact, events)
    inDoubt = undefined
    if (outcome.kind === 'stored') {
      if (outcome.position !== undefined)
        return { revision: outcome.revision, position: outcome.position, repeated: false }
      inDoubt = exact // Stored, but not yet indexed where the server could tell the position: the next look does.
      throw new Error('the server did not tell the position')
    }
    if (exact === expected) {
      // Refused. Unless the events came in by another call meanwhile, that is the answer.
      const now = await lookFor(connection, stream, ids, above)
      if (isRepetition(now, expected, events.length)) return { ...now.found, repeated: true }
      throw new WrongRevision(stream, expected, now.actual > outcome.actual ? now.actual : outcome.actual)
    }
    return undefined
  }
}

/** Whether these events are there, at the place where the writer wants them. */
function isRepetition(sighting: Sighting, expected: Expected, count: number): sighting is Found {
  const { found } = sighting
  if (found === 'none' || found === 'some') return false
  if (expected === 'any' || expected === 'exists') return true
  return found.revision === revisionOf(expected) + BigInt(count)
}

/** The exact revision to expect, so that the append can be repeated safely. */
function exactly(stream: string, expected: Expected, { actual }: Sighting): Exact {
  if (expected === 'noStream' || typeof expected === 'bigint') return expected
  if (expected === 'exists' && actual < 0n) throw new WrongRevision(stream, expected, actual)
  return actual < 0n ? 'noStream' : actual
}

function revisionOf(exact: Exact): bigint {
  return exact === 'noStream' ? -1n : exact
}
