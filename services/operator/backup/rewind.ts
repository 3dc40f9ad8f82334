import type { EventLog } from '@forecourt/event-log/port.ts'
import { reasonOf } from '@forecourt/kit/system-error.ts'
import type pg from 'pg'
import { type Command, type Progress, StoppedError } from '../cli/command.ts'

/** `forecourt rewind`: the workers go on from where the log ends, when that is earlier than it was. */
export const rewind: Command = {
  name: 'rewind',
  summary: "have the workers' book end where the log does, after EventStoreDB was put back from a back-up",
  example: 'forecourt rewind',
  explained: [],
  options: {},
  async run(_given, { core, pool }, progress) {
    const { readers, dropped, head } = await endBookWithLog(pool, core.log, progress)
    return {
      sentences: [
        readers === 0 && dropped === 0
          ? `The workers' book knows of nothing behind the log's end, position ${head}.`
          : `${readers} readers of the log go on from its end, position ${head}; ${dropped} mails and documents that lost events had called for are dropped.`,
        'If EventStoreDB was put back, "forecourt rebuild" is next, as the screens may show what was lost; then the other processes.',
      ],
      facts: { head: String(head), readers, dropped },
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
}

/**
 * Has the workers' book (schema `reactions`) end where the log does. EventStoreDB has back-ups of its own, and one that is put
 * back ends before the book: what is appended from then on has positions that were read already, and would never be looked at.
 * Nobody else may be at work meanwhile.
 * @throws {StoppedError} nothing was written
 */
export async function endBookWithLog(pool: pg.Pool, log: EventLog, progress: Progress): Promise<Rewound> {
  const head = await log.head()
  const lost = await withoutCause(pool, log, progress)
  const { rows } = await pool.query<{ readers: number }>(
    `with due as (delete from reactions.due where notification_id = any ($2::uuid[])),
       reminders as (delete from reactions.reminders where notification_id = any ($2::uuid[])),
       moved as (update reactions.checkpoint set position = $1::numeric where position > $1::numeric returning reactor)
     select count(*)::int as readers from moved`,
    [String(head), lost],
  )
  return { head, readers: rows[0]?.readers ?? 0, dropped: lost.length }
}

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

interface Due {
  readonly notification_id: string
  readonly stream: string
  readonly revision: string
}

/** Of what is not settled yet, the ids of that whose fact is not in the log. */
async function withoutCause(pool: pg.Pool, log: EventLog, progress: Progress): Promise<string[]> {
  const { rows } = await pool.query<Due>(
    `select notification_id, stream, revision::text from reactions.due where not settled
     union all
     select notification_id, stream, revision::text from reactions.reminders where not settled`,
  )
  const lost: string[] = []
  for (const [index, { notification_id: id, stream, revision }] of rows.entries()) {
    if (progress.signal.aborted) throw new StoppedError('stopped: run the same command again')
    if (!(await isThere(log, stream, BigInt(revision)))) lost.push(id)
    progress.report(index + 1, rows.length)
  }
  return lost
}

async function isThere(log: EventLog, stream: string, revision: bigint): Promise<boolean> {
  for await (const _ of log.read(stream, revision)) return true
  return false
}
