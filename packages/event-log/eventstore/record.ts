import { binaryEvent, type EventData, type JSONType, jsonEvent, type RecordedEvent } from '@eventstore/db-client'
import type { Metadata, NewEvent, Position, Recorded } from '../port.ts'

/**
 * The event for the client. Data is kept byte for byte, and is JSON for the server's own tools wherever these two go
 * together: the client takes JSON as a value and prints it itself, so text that it would print differently (spaces,
 * `1.0`, members such as "10", numbers beyond 2^53) goes as bytes. All that the product writes was printed by
 * `JSON.stringify` and goes as JSON.
 * @throws {SyntaxError} data is not JSON
 */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  const value: JSONType = JSON.parse(data)
  return JSON.stringify(value) === data
    ? jsonEvent({ id, type, data: value, metadata })
    : binaryEvent({ id, type, data: Buffer.from(data, 'utf8'), metadata })
}

/** The event as it came out of the store. */
export function toRecorded(event: RecordedEvent): Recorded {
  return {
    kind: 'event',
    stream: event.streamId,
    revision: event.revision,
    position: positionOf(event),
    id: event.id,
    type: event.type,
    data: event.isJson ? JSON.stringify(event.data) : Buffer.from(event.data).toString('utf8'),
    metadata: flatStrings(event.metadata),
    recordedAt: event.created,
  }
}

/**
 * Where in the whole log the event is.
 * @throws {RangeError} the server does not say: one older than 21.10 does not when a single stream is read
 */
export function positionOf({ position, streamId }: RecordedEvent): Position {
  if (position === undefined || position.commit > MOST)
    throw new RangeError(`no position known for an event of ${streamId}`)
  return asPosition(position.commit)
}

/** The server's own number for a place in the log. Its order is the log's, which is all that a position promises. */
export function asPosition(commit: bigint): Position {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this is where the server's numbers become positions
  return commit as Position
}

/** Signed 64 bits; servers print "unknown" as the largest unsigned number. */
const MOST = 2n ** 63n - 1n

/** What the product wrote is flat strings; of what another tool wrote the rest is left out. */
function flatStrings(metadata: unknown): Metadata {
  if (typeof metadata !== 'object' || metadata === null || metadata instanceof Uint8Array) return {}
  return Object.fromEntries(
    Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
