import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

const nothing = sql.type(z.object({}))

/** Who looks after mails may still want to see so many days of them. */
const KEPT_DAYS = 30
/** So many are deleted in one statement, which has its time limit. */
const AT_A_TIME = 10_000

/**
 * Forgets mails, documents and reminders that were settled and are long past: what became of them is in the streams of the
 * notifications and of the schedules. Were the fact that calls for one read again, because the book is made anew from the
 * log, it would be entered again, looked at and settled.
 */
export async function forgetSettled(database: Queries): Promise<void> {
  await untilFewAreLeft(() =>
    database.query(nothing`
      delete from reactions.due
      where notification_id in (
        select notification_id from reactions.due
        where settled and due_since < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
        limit ${AT_A_TIME}
      )
    `),
  )
  await untilFewAreLeft(() =>
    database.query(nothing`
      delete from reactions.reminders
      where notification_id in (
        select notification_id from reactions.reminders
        where settled and due_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})
        limit ${AT_A_TIME}
      )
    `),
  )
}

async function untilFewAreLeft(deleteSome: () => Promise<{ readonly rowCount: number }>): Promise<void> {
  while ((await deleteSome()).rowCount === AT_A_TIME);
}
