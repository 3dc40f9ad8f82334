import type { NewEvent } from './port.ts'

/** Largest event, in bytes of UTF-8: data and metadata together. EventStoreDB's own limit, kept by every adapter. */
export const EVENT_LIMIT = 256 * 1024

/** Largest append, in bytes: the sum of its events. */
export const APPEND_LIMIT = 1024 * 1024

/**
 * Refuses what no caller may send, before anything is written. These are mistakes in the program, not states of the log:
 * EventStoreDB "succeeds" on an empty append and stores an id twice that one append carries twice.
 * @throws {Error} the append is empty, has the same id twice, holds text that cannot be stored unchanged, or is too large
 */
export function checkAppend(stream: string, events: readonly NewEvent[]): void {
  if (stream === '') throw new Error('an append needs a stream')
  if (events.length === 0) throw new Error(`an append to ${stream} needs at least one event`)
  if (new Set(events.map(({ id }) => id)).size < events.length) {
    throw new Error(`an append to ${stream} carries the same event id twice`)
  }
  let total = 0
  for (const event of events) {
    if (!event.data.isWellFormed()) throw new Error(`${event.type} for ${stream} is not well-formed text`)
    const size = Buffer.byteLength(event.data) + Buffer.byteLength(JSON.stringify(event.metadata))
    if (size > EVENT_LIMIT) throw new Error(`${event.type} for ${stream} is larger than ${EVENT_LIMIT} bytes`)
    total += size
  }
  if (total > APPEND_LIMIT) throw new Error(`an append to ${stream} is larger than ${APPEND_LIMIT} bytes`)
}
