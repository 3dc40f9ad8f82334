import { LOOK } from '@forecourt/event-log/port.ts'

/**
 * Whether this process hears of what others write. Who writes about a booking goes by its vehicle, business, customer and
 * whoever of the staff asks as they were heard of, and no expected revision says that they are old: while nothing is heard,
 * they have to be read.
 */
export interface Hearing {
  /**
   * True until the log was read to its end for the first time, and so for good where nobody follows it; after each
   * interruption; and when a line that is dead is merely silent.
   */
  readonly isInterrupted: boolean
  /** Following the log was interrupted: from now on nothing is heard of. */
  interrupt(): void
  /** All that was written before the log was looked at last, at most {@link LOOK} ago, has been heard of. */
  heard(): void
}

/** Nothing was heard for longer than a look takes that came to nothing, in milliseconds: a silence of its own kind. */
const SILENCE = 2 * LOOK + 500

/** @param now a clock that runs evenly, in milliseconds */
export function createHearing(now: () => number = () => performance.now()): Hearing {
  let heardAt: number | undefined
  return {
    get isInterrupted() {
      return heardAt === undefined || now() - heardAt > SILENCE
    },
    interrupt() {
      heardAt = undefined
    },
    heard() {
      heardAt = now()
    },
  }
}
