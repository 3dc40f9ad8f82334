import { Unavailable } from '@forecourt/event-log/port.ts'
import { isDatabaseDown, isTurnedAway } from '@forecourt/kit/database-down.ts'

/** Whether the platform did not answer. Who is turned away is told by whom: no waiting helps. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Unavailable || (isDatabaseDown(error) && !isTurnedAway(error))

/** What is asked of whoever was not answered what only reads. @param error one that `isUnanswered` */
export const isItRunning = (error: unknown): string =>
  `the ${isOfStorage(error) ? 'storage of files' : 'database'} does not answer: is it running?`

/** The S3 client throws what the socket threw, as the database's does, and adds how often it has tried. */
const isOfStorage = (error: unknown) => error instanceof Error && '$metadata' in error
