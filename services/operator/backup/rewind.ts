import type { EventLog } from '@forecourt/event-log/port.ts'
import { reasonOf } from '@forecourt/kit/system-error.ts'
import type pg from 'pg'
import type { Command, Progress } from '../cli/command.ts'
import { unfounded } from './unfounded.ts'

/** `forecourt rewind`: the workers go on from where the log ends, when that is earlier than it was. */
export const rewind: Command = {
  name: 'rewind',
  summary: "have the workers' book end where the log does, after EventStoreDB was put back from a back-up",
  example: 'forecourt rewind',
  explained: [],
  options: {},
  async run(_given, { core, pool }, progress) {
    const { readers, dropped, reopened, askedAnew, head } = await endBookWithLog(pool, core.log, progress)
    return {
      sentences: [
        readers === 0 && dropped === 0 && !askedAnew
          ? `The workers' book knows of nothing behind the log's end, position ${head}.`
          : `${readers} readers of the log go on from its end, position ${head}; ${dropped} mails and documents that lost events had called for are dropped, and what the queue still holds of them goes to nobody.`,
        ...(reopened === 0
          ? []
          : [
              `${reopened} documents and reminders are looked at again: nothing in the log says that they are settled.`,
            ]),
        ...(askedAnew
          ? [
              'With their next sweep the workers ask the log from its beginning which licences bookings need, and whose each file is.',
            ]
          : []),
        'If EventStoreDB was put back, "forecourt rebuild" is next, as the screens may show what was lost; then the other processes.',
      ],
      facts: { head: String(head), readers, dropped, reopened, askedAnew },
    }
  },
}

/** What of the workers' book was put right. */
interface Rewound {
  /** Where the log ends. */
  readonly head: bigint
  /** How many readers had come further than the log goes. */
  readonly readers: number
  /** How many mails, documents and reminders were due because of facts that are not there. */
  readonly dropped: number
  /** How many documents and reminders were settled, of which the log does not say so. */
  readonly reopened: number
  /** Whether the log is asked anew which licences are needed and whose files are: what was known may be of facts that are lost. */
  readonly askedAnew: boolean
}

/**
 * Has the workers' book (schema `reactions`) end where the log does. EventStoreDB has back-ups of its own, and one that is put
 * back ends before the book: what is appended from then on has positions that were read already, and would never be looked at.
 * Nobody else may be at work meanwhile.
 * @throws {StoppedError} nothing was written
 */
export async function endBookWithLog(pool: pg.Pool, log: EventLog, progress: Progress): Promise<Rewound> {
  const head = await log.head()
  const { lost, reopened } = await unfounded(pool, log, progress)
  const { rows } = await pool.query<{ readers: number; askedAnew: boolean }>(
    `with longer as materialized (
         select exists (select from reactions.checkpoint where position > $1::numeric)
           or exists (select from reactions.licence_uses where position > $1::numeric) as was
       ),
       due as (delete from reactions.due where notification_id = any ($2::uuid[])),
       reminders as (delete from reactions.reminders where notification_id = any ($2::uuid[])),
       documents_again as (update reactions.due set settled = false where notification_id = any ($3::uuid[])),
       reminders_again as (update reactions.reminders set settled = false where notification_id = any ($3::uuid[])),
       ${FILES_ANEW},
       moved as (
         update reactions.checkpoint set position = $1::numeric
         where position > $1::numeric and reactor <> all (${ASKED_ANEW}) returning reactor
       )
     select (select count(*)::int from moved) as readers, longer.was as "askedAnew" from longer`,
    [String(head), lost, reopened],
  )
  const { readers = 0, askedAnew = false } = rows[0] ?? {}
  return { head, readers, dropped: lost.length, reopened: reopened.length, askedAnew }
}

const ASKED_ANEW = `array['files', 'licences']`

/**
 * What a fact that is lost has said of a licence stands under a position that facts of today come to again: what these say would
 * be passed over. And what is settled is asked about no more, though nothing may speak of it now. A contract is made again under
 * its own path, which must be its customer's still by then: those stay settled.
 */
const FILES_ANEW = `
       uses as (delete from reactions.licence_uses using longer where longer.was),
       files as (
         update vault.files set settled = false from longer
         where longer.was and settled and condemned_at is null and object_path not like '/objects/contracts/%'
       ),
       asked as (delete from reactions.checkpoint using longer where longer.was and reactor = any (${ASKED_ANEW}))`

/**
 * As {@link endBookWithLog}, after a restore: all rows are in by then, and it cannot be begun again. What stands in the way of this
 * is told of, not thrown.
 * @returns why it was not done; undefined when it was
 */
export async function endBookAfterRestore(
  pool: pg.Pool,
  log: EventLog,
  progress: Progress,
): Promise<string | undefined> {
  try {
    await endBookWithLog(pool, log, progress)
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
