import { SlonikError } from 'slonik'
import { TooLate } from './within.ts'

/** What the server says, or the way to it, when the server is gone, going or too busy, or an answer did not come in time. */
const DOWN = /^(08...|53...|57P0[123]|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/

/** What it says to whom it does not let in: who they are, which database they want, and whether they may. */
const TURNED_AWAY = /^(28...|3D000|42501)$/

/**
 * Whether this was thrown because the database did not answer, so that nothing is known of what was asked (SECURITY rule 6:
 * 503). It takes `pg`'s errors and slonik's: slonik passes on what a socket threw when a connection was reset.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof SlonikError || error instanceof TooLate || isTurnedAway(error)) return true
  if ('code' in error && typeof error.code === 'string') return DOWN.test(error.code)
  return /timeout|Connection terminated|is not queryable|Cannot use a pool after/i.test(error.message)
}

/** Whether the server refused `pg` the connection itself. Of a statement the same codes are errors that do not end it. */
export function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'severity' in error)) return false
  return error.severity === 'FATAL' && typeof error.code === 'string' && TURNED_AWAY.test(error.code)
}

/** Whether it is worth asking again: whom the database does not let in it will not let in later either. */
export const isDatabaseAway = (error: unknown): boolean => isDatabaseDown(error) && !isTurnedAway(error)
