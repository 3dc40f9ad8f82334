import { EVERYTHING, type EventLog, type Position } from '@forecourt/event-log/port.ts'

/** For how long the oldest event that comes after the position has been in the log, in seconds; 0 when there is none. */
export async function secondsBehind(log: EventLog, position: Position, now: Date): Promise<number> {
  for await (const event of log.readAll(position === 0n ? 'start' : position, EVERYTHING)) {
    return Math.max(0, (now.getTime() - event.recordedAt.getTime()) / 1_000)
  }
  return 0
}
