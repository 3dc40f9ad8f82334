import type { EventLog, Position, Recorded } from '@forecourt/event-log/port.ts'
import { START } from '@forecourt/query/projection/start.ts'
import { type Progress, StoppedError } from '../cli/command.ts'

/** The log, and how many events of it were read so far. */
export interface Watched extends EventLog {
  readonly eventsRead: number
}

/** How often it is said what is waited for, in milliseconds. */
const MEANWHILE = 200

/**
 * The log, with the progress of whoever reads all of it. It ends early when the operator stops the command, also while the
 * log still looks for the next event: what was read by then is whole, so that the reader can go on from there another time.
 * Read tenant after tenant, it is whole at its end only: there it fails.
 * @param last position of the last event that is read
 * @param isDense whether positions count events; if not, how many there are is reckoned from how far it has come
 * @param readBefore how many events come before the place from which it is gone on with tenant after tenant
 */
export function watched(log: EventLog, progress: Progress, last: Position, isDense: boolean, readBefore = 0n): Watched {
  let eventsRead = 0
  async function* counted(
    events: AsyncIterable<Recorded>,
    all: number | undefined,
    isSorted: boolean,
    begin: Position = START,
  ): AsyncGenerator<Recorded> {
    const iterator = events[Symbol.asyncIterator]()
    const stop = stopOf(progress.signal)
    const sorting = isSorted ? setInterval(() => progress.busy('sorting the log'), MEANWHILE) : undefined
    let read = 0
    try {
      for (;;) {
        const next = await stop.before(iterator.next())
        clearInterval(sorting)
        if (next === undefined) break
        if (next.done === true) return
        yield next.value
        read += 1
        eventsRead += 1
        progress.report(read, all ?? reckoned(read, next.value.position - begin, last - begin))
      }
    } finally {
      clearInterval(sorting)
      stop.forget()
      // Not awaited: it ends only once it has found the event that nobody waits for any more.
      iterator.return?.().catch(() => {})
    }
    if (isSorted) throw new StoppedError('stopped before all of it was read')
  }
  const { readByTenant } = log
  return {
    ...log,
    get eventsRead() {
      return eventsRead
    },
    readAll(after, filter) {
      const skipped = after === 'start' ? 0 : Number(after)
      const all = isDense ? Number(last) - skipped : undefined
      return counted(log.readAll(after, filter), all, false, after === 'start' ? START : after)
    },
    ...(readByTenant !== undefined && {
      readByTenant(upTo, filter, after) {
        const isFirst = after === undefined || after.position === START
        const left = Number(upTo) - (isFirst ? 0 : Number(readBefore))
        return counted(readByTenant(upTo, filter, after), isDense ? left : undefined, true)
      },
    }),
  }
}

/**
 * How many there may be where positions do not count them but lie apart as events are long: those that were read fill their
 * part of the way.
 */
const reckoned = (read: number, come: bigint, all: bigint) =>
  come <= 0n ? undefined : Math.max(read, Math.round((read * Number(all)) / Number(come)))

/** What the signal interrupts, one thing after the other. */
function stopOf(signal: AbortSignal) {
  let interrupt: (() => void) | undefined
  const onAbort = () => interrupt?.()
  signal.addEventListener('abort', onAbort)
  return {
    /** What is waited for; undefined when the signal has aborted before. */
    before: <T>(what: Promise<T>): Promise<T | undefined> =>
      // One for each: a promise that lived as long as the signal would remember everything that it was raced with.
      new Promise((resolve, reject) => {
        interrupt = () => resolve(undefined)
        if (signal.aborted) interrupt()
        what.then(resolve, reject)
      }),
    forget: () => signal.removeEventListener('abort', onAbort),
  }
}
