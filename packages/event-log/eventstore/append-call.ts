import { type EventData, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import type { Position } from '../port.ts'
import type { Connection } from './connection.ts'
import { within } from './deadlines.ts'
import { asPosition } from './record.ts'

/**
 * An expectation under which the server stores the same events once however often they are sent, also after it was
 * killed. For `any` and `exists` it only remembers recent ids in memory, so these two are never sent.
 */
export type Exact = 'noStream' | bigint

export type CallOutcome =
  | { readonly kind: 'stored'; readonly revision: bigint; readonly position: Position | undefined }
  | { readonly kind: 'wrongRevision'; readonly actual: bigint }

/** What the server measures itself against lies a little before our own, so that its answer is the one we mostly see. */
const GRACE = 500

/**
 * One call to the server, once.
 * @throws any other error: see `errors.ts` for what it means
 */
export async function callAppend(
  { client, credentials, deadlines }: Connection,
  stream: string,
  expected: Exact,
  events: readonly EventData[],
): Promise<CallOutcome> {
  try {
    // Credentials make the client take its unary call. Its other way, one shared stream of batches, can stay pending for
    // ever, fails one caller with another's error, and a late reply on it ends the process.
    const call = client.appendToStream(stream, [...events], {
      credentials,
      deadline: deadlines.call,
      expectedRevision: expected === 'noStream' ? NO_STREAM : expected,
    })
    const { nextExpectedRevision, position } = await within(deadlines.call + GRACE, `an append to ${stream}`, call)
    return { kind: 'stored', revision: nextExpectedRevision, position: position && asPosition(position.commit) }
  } catch (error) {
    if (!(error instanceof WrongExpectedVersionError)) throw error
    const { actualVersion } = error
    return { kind: 'wrongRevision', actual: typeof actualVersion === 'bigint' ? actualVersion : -1n }
  }
}
