import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'

/**
 * The id of an event: the same command, stream and place in the append always give the same, so that a retry is known for
 * what it is (ARCHITECTURE, "Idempotency").
 * @param commandId UUID of the command that caused the event
 * @param index the event's place among those that the command appends to this stream, from 0
 */
export function eventId(commandId: string, stream: string, index: number): string {
  return uuidV5(commandId, `${stream}#${index}`)
}
