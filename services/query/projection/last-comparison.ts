import { AUDIT_STREAM } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'

/** When every row was last compared with the log (`forecourt diff --nightly`), and how many differed. */
export interface Comparison {
  readonly at: Date
  readonly differences: number
}

/** Looks for the last comparison; each time from where it has read to before. Undefined: there has been none. */
export function createLastComparison(log: Pick<EventLog, 'read'>): () => Promise<Comparison | undefined> {
  let next = 0n
  let last: Comparison | undefined
  return async () => {
    for await (const event of log.read(AUDIT_STREAM, next)) {
      const fact = decode(event)
      if (fact.kind === 'fact' && fact.type === 'ReadModelCompared') {
        last = { at: event.recordedAt, differences: fact.data.differences }
      }
      next = event.revision + 1n
    }
    return last
  }
}
