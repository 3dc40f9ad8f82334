import { EVERYTHING, type EventLog, type Filter, type Position } from './port.ts'

/**
 * For how long the oldest event that comes after the position has been in the log, in seconds; 0 when there is none.
 * @param filter which events count; all of them when absent
 */
export async function secondsBehind(
  log: EventLog,
  position: Position | 'start',
  now: Date,
  filter: Filter = EVERYTHING,
): Promise<number> {
  for await (const event of log.readAll(position === 0n ? 'start' : position, filter)) {
    return Math.max(0, (now.getTime() - event.recordedAt.getTime()) / 1_000)
  }
  return 0
}
