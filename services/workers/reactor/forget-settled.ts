import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

/** Who looks after mails may still want to see so many days of them. */
const KEPT_DAYS = 30
/** So many are deleted in one statement, which has its time limit. */
const AT_A_TIME = 10_000

const Gone = z.object({ gone: z.number(), last: z.string().nullable() })

/**
 * Forgets mails, documents and reminders that were settled and are long past: what became of them is in the streams of the
 * notifications and of the schedules. Were the fact that calls for one read again, because the book is made anew from the
 * log, it would be entered again, looked at and settled. There may be a year of them when they were never forgotten before,
 * so each step forgets no more than one statement's worth, and whoever asks for the next one decides when.
 */
export async function* forgetSettled(database: Queries): AsyncGenerator<void> {
  yield* oldestFirst(database, 'due', 'due_since')
  yield* oldestFirst(database, 'reminders', 'due_at')
}

/** @param since the column that says when it was due */
async function* oldestFirst(database: Queries, table: string, since: string): AsyncGenerator<void> {
  const book = sql.identifier(['reactions', table])
  const due = sql.identifier([since])
  // Where the last step ended: what it deleted is still in the index, and the next one is not to read past it.
  let from = '-infinity'
  for (;;) {
    // Found by its place (ctid) and by the time of now(), which stands still: else all of the table would be read.
    const { gone, last } = await database.one(sql.type(Gone)`
      with forgotten as (
        delete from ${book}
        where ctid = any (array(
          select ctid from ${book}
          where settled and ${due} >= ${from}::timestamptz and ${due} < now() - make_interval(days => ${KEPT_DAYS})
          order by ${due}
          limit ${AT_A_TIME}
        ))
        returning ${due}
      )
      select count(*)::int as gone, max(${due})::text as last from forgotten
    `)
    if (last === null || gone < AT_A_TIME) return
    from = last
    yield
  }
}
