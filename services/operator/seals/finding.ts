import type { Position } from '@forecourt/event-log/port.ts'

/** Something about the log that is not as it was sealed. */
export interface Finding {
  /** Where in the log; undefined when it is about what is not in it. */
  readonly position: Position | undefined
  readonly what: string
}
