import { EVERYTHING, type EventLog } from '@forecourt/event-log/port.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { ContractTask } from '@forecourt/workers/contracts/contracts-for.ts'
import { dueFor } from '@forecourt/workers/reactor/due-for.ts'
import { checkpointOf, settledBy, unsettled } from '@forecourt/workers/reactor/ledger.ts'
import type pg from 'pg'

const AN_HOUR_MS = 3_600_000
const PAGE = 1_000

/** How many mails and documents are due and not done: those of the reactor's book, and those that it has not read of. */
export async function leftToDo(database: Queries, eventLog: EventLog): Promise<number> {
  const left = new Set<string>()
  for await (const page of unsettled(database, -AN_HOUR_MS, PAGE)) {
    for (const { notificationId } of page) left.add(notificationId)
  }
  for await (const event of eventLog.readAll(await checkpointOf(database), EVERYTHING)) {
    for (const { notificationId } of dueFor(event)) left.add(notificationId)
    for (const notificationId of settledBy(event)) left.delete(notificationId)
  }
  return left.size
}

/** How many documents were made, by the reactor's book. */
export async function documentsMade(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ readonly count: number }>(
    'select count(*)::int as count from reactions.due where settled and template = any($1)',
    [ContractTask.options],
  )
  return rows[0]?.count ?? 0
}
