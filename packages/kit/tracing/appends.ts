import { SPANS } from './ids.ts'
import { traced } from './tracing.ts'

/** What is traced of an event log (`packages/event-log/port.ts`). */
interface Appending<Expected, Alongside, Done> {
  append(stream: string, expected: Expected, events: readonly Event[], alongside?: Alongside): Promise<Done>
}

interface Event {
  readonly type: string
  readonly data: string
  readonly id: string
  readonly metadata: Readonly<Record<string, string>>
}

/** The same log; each append to it is a span of the request that it belongs to. */
export function tracedAppends<Log extends Appending<Expected, Alongside, Done>, Expected, Alongside, Done>(
  log: Log & Appending<Expected, Alongside, Done>,
): Log {
  return {
    ...log,
    append: async (stream: string, expected: Expected, events: readonly Event[], alongside?: Alongside) => {
      const { $correlationId: requestId, commandId } = events[0]?.metadata ?? {}
      const append = () => log.append(stream, expected, events, alongside)
      if (requestId === undefined || commandId === undefined) return await append()
      return await traced(
        {
          name: 'append',
          kind: 'producer',
          requestId,
          known: SPANS.append(commandId, stream),
          causedBy: causeOf(stream, requestId, events[0]?.metadata.actorKind),
          attributes: {
            'forecourt.stream': stream,
            'forecourt.events': events.map(({ type }) => type).join(),
          },
        },
        append,
      )
    },
  }
}

/** What a mail came to is written down by the worker that sent it; what an operator does begins here. */
function causeOf(stream: string, requestId: string, actorKind: string | undefined): string | undefined {
  if (stream.startsWith('rent.notification-')) return SPANS.work(stream)
  return actorKind === 'operator' || actorKind === 'import' ? undefined : SPANS.request(requestId)
}
