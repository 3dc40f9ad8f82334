import type { EventLog, Position } from '@forecourt/event-log/port.ts'
import type { Progress } from '../cli/command.ts'

/** The log, and how many events of it were read so far. */
export interface Watched extends EventLog {
  readonly eventsRead: number
}

/**
 * The log, with the progress of whoever reads all of it. It ends early when the operator stops the command: what was read
 * by then is whole, so that the reader can go on from there another time.
 * @param last position of the last event that is read
 * @param isDense whether positions count events
 */
export function watched(log: EventLog, progress: Progress, last: Position, isDense: boolean): Watched {
  let eventsRead = 0
  return {
    ...log,
    get eventsRead() {
      return eventsRead
    },
    async *readAll(after, filter) {
      const skipped = isDense && after !== 'start' ? Number(after) : 0
      let read = 0
      for await (const event of log.readAll(after, filter)) {
        if (progress.signal.aborted) return
        yield event
        read += 1
        eventsRead += 1
        progress.report(read, isDense ? Number(last) - skipped : undefined)
      }
    },
  }
}
