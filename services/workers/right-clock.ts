import type { Log } from '@forecourt/kit/logging.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

/** By no more than this may a process's clock differ from its database's, in milliseconds: days and hours are what is told by it. */
const APART = 5 * 60_000

/** Whether the clock may be gone by in what cannot be undone. @throws the database's error */
export type RightClock = () => Promise<boolean>

/**
 * Asks the database for the time. A licence that a clock which runs weeks ahead has deleted is gone, and a reminder that it took for
 * long past never comes: while the two differ, neither is looked for.
 * @param now the process's clock
 */
export function rightClock(database: Queries, log: Log, now: () => Date): RightClock {
  return async () => {
    const before = now().getTime()
    const there = await database.oneFirst(
      sql.type(z.object({ now: z.number() }))`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
    )
    const apart = Math.max(before - there, there - now().getTime())
    if (apart <= APART) return true
    const says = "this process's clock is not the database's: nothing is deleted or given up by it"
    log.error({ durationMs: Math.round(apart) }, says)
    return false
  }
}
