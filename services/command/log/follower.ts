import type { EventLog, Position, Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Hearing } from './hearing.ts'

/** Takes the events of the streams whose name begins with the prefix. */
export interface Listener {
  readonly prefix: string
  readonly absorb: (recorded: Recorded) => void
}

/**
 * After each look at the log, in milliseconds: most of what is there this process has written itself, and reading it for each
 * commit costs as much as a small part of the commit. A fold that is so much older meets a conflict where it is of the stream
 * that is written to, and reads on; what a command goes by besides may be as old as hearing allows (`hearing.ts`), and that is
 * far longer.
 */
const REST = 50

/**
 * Keeps folds fresh when other processes write: the other command process, the operators' CLI, the workers. Without it a
 * vehicle that was made unavailable elsewhere would stay bookable here.
 * @param from the log's head before any fold was read
 * @param hearing is told whenever all that was written is heard of; that it is interrupted the log's `onDrop` says
 * @returns resolves when the signal has aborted and the last event is dealt with
 */
export async function follow(
  { log, say, hearing }: { readonly log: EventLog; readonly say: Log; readonly hearing: Pick<Hearing, 'heard'> },
  from: Position,
  listeners: readonly Listener[],
  signal: AbortSignal,
): Promise<void> {
  const filter = { prefixes: listeners.map(({ prefix }) => prefix) }
  for await (const item of log.follow(from, filter, signal, REST)) {
    if (item.kind === 'caughtUp') hearing.heard()
    if (item.kind !== 'event') continue
    try {
      for (const { prefix, absorb } of listeners) if (item.stream.startsWith(prefix)) absorb(item)
    } catch (error) {
      // The fold has been dropped: the next command on this stream reads it anew and meets the error itself.
      say.error({ stream: item.stream, eventType: item.type, error }, 'an event could not be folded')
    }
  }
}
