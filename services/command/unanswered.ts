import { Unavailable } from '@forecourt/event-log/port.ts'
import { isDatabaseDown } from '@forecourt/kit/database-down.ts'

/** Whether nobody knows what became of a command, or nobody looked at it: it is to be sent again. */
export const isUnanswered = (error: unknown): boolean => error instanceof Unavailable || isDatabaseDown(error)
