import type { EventLog, Position, Recorded } from '@forecourt/event-log/port.ts'
import { START } from '@forecourt/query/projection/start.ts'
import { type Progress, StoppedError } from '../cli/command.ts'

/** The log, and how many events of it were read so far. */
export interface Watched extends EventLog {
  readonly eventsRead: number
}

/**
 * The log, with the progress of whoever reads all of it. It ends early when the operator stops the command: what was read
 * by then is whole, so that the reader can go on from there another time. Read tenant after tenant, it is whole at its end
 * only: there it fails.
 * @param last position of the last event that is read
 * @param isDense whether positions count events
 */
export function watched(log: EventLog, progress: Progress, last: Position, isDense: boolean): Watched {
  let eventsRead = 0
  /** @param stopped what to do where the operator stops it */
  async function* counted(
    events: AsyncIterable<Recorded>,
    all: number | undefined,
    stopped: () => void = () => {},
  ): AsyncGenerator<Recorded> {
    let read = 0
    for await (const event of events) {
      if (progress.signal.aborted) {
        stopped()
        return
      }
      yield event
      read += 1
      eventsRead += 1
      progress.report(read, all)
    }
  }
  const { readByTenant } = log
  return {
    ...log,
    get eventsRead() {
      return eventsRead
    },
    readAll(after, filter) {
      const skipped = after === 'start' ? 0 : Number(after)
      return counted(log.readAll(after, filter), isDense ? Number(last) - skipped : undefined)
    },
    ...(readByTenant !== undefined && {
      readByTenant(upTo, filter, after) {
        const isFirst = after === undefined || after.position === START
        return counted(readByTenant(upTo, filter, after), isFirst && isDense ? Number(upTo) : undefined, notWhole)
      },
    }),
  }
}

function notWhole(): never {
  throw new StoppedError('stopped before all of it was read')
}
