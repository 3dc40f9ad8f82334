import { EVERYTHING, type EventLog, type Position, parsePosition } from '@forecourt/event-log/port.ts'
import { isSealed } from '@forecourt/event-log/seals/chain.ts'
import { sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'

/**
 * Tells for how long the oldest event without a seal has been in the log, in seconds; 0 when there is none. A sealer that is
 * not at work, or that refuses to seal what was tampered with, shows in nothing else. Each call goes on from the seals that
 * the one before has seen.
 */
export function unsealedSeconds(eventLog: EventLog, now: () => Date): () => Promise<number> {
  let seen = 0
  let through: Position | 'start' = 'start'
  return async () => {
    for await (const { seal } of sealsInLog(eventLog, seen)) {
      seen = seal.number
      through = parsePosition(seal.throughPosition) ?? through
    }
    for await (const event of eventLog.readAll(through, EVERYTHING)) {
      if (isSealed(event)) return Math.max(0, (now().getTime() - event.recordedAt.getTime()) / 1_000)
    }
    return 0
  }
}
