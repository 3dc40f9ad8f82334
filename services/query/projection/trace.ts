import type { Recorded } from '@forecourt/event-log/port.ts'
import { SPANS } from '@forecourt/kit/tracing/ids.ts'
import { isTraced, recordSpan } from '@forecourt/kit/tracing/tracing.ts'

/** A larger batch is history that is caught up with: nobody waits for a request in it. */
const MOST = 100

/**
 * Says of each append in a batch that its rows are there now.
 * @param beganAt when the batch was taken, in milliseconds since 1970
 */
export function traceBatch(events: readonly Recorded[], beganAt: number): void {
  if (!isTraced() || events.length > MOST) return
  const appends = Map.groupBy(events, ({ stream, metadata }) => SPANS.append(metadata.commandId ?? '', stream))
  for (const [append, [first]] of appends) {
    const requestId = first?.metadata.$correlationId
    if (first === undefined || requestId === undefined) continue
    recordSpan({
      name: 'project',
      kind: 'consumer',
      requestId,
      causedBy: append,
      beganAt,
      attributes: { 'forecourt.stream': first.stream, 'forecourt.batch': events.length },
    })
  }
}
