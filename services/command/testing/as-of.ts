import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Core, createCore } from '../log/core.ts'

/** A command that would have been written. */
export class WouldWrite extends Error {
  override readonly name = 'WouldWrite'
}

/**
 * A process that knows the log as it was, and writes nothing: a command that would write fails with {@link WouldWrite}.
 * @param history the whole log, or its beginning up to the moment that is meant
 */
export function coreAsOf(core: Core, history: readonly Recorded[]): Core {
  return createCore({
    ...core,
    log: {
      ...core.log,
      append: () => Promise.reject(new WouldWrite()),
      async *read(stream, from = 0n) {
        yield* history.filter((recorded) => recorded.stream === stream && recorded.revision >= from)
      },
    },
  })
}
