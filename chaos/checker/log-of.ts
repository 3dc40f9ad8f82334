import { type EventLog, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'

/** A log that is already read, for whoever reads logs. Nobody writes it. */
export function logOf(events: readonly Recorded[]): EventLog {
  const from = async function* (isWanted: (event: Recorded) => boolean): AsyncGenerator<Recorded> {
    for (const event of events) if (isWanted(event)) yield event
  }
  return {
    canBuildAhead: false,
    append: refuse,
    read: (stream, revision = 0n) => from((event) => event.stream === stream && event.revision >= revision),
    readAll: (after, { prefixes }) =>
      from(
        ({ position, stream }) =>
          (after === 'start' || position > after) && prefixes.some((prefix) => stream.startsWith(prefix)),
      ),
    follow: () => {
      throw new Error('nothing will be added to this log')
    },
    head: async () => events.at(-1)?.position ?? parsePosition('0') ?? refuse(),
    close: async () => {},
  }
}

const refuse = () => Promise.reject(new Error('this log is over'))
