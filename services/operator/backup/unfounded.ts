import type { EventLog } from '@forecourt/event-log/port.ts'
import { ContractTask, contractMade } from '@forecourt/workers/contracts/contracts-for.ts'
import { historyOf } from '@forecourt/workers/mail/notification-history.ts'
import { endedBy } from '@forecourt/workers/reminders/reminders-for.ts'
import { longPast } from '@forecourt/workers/reminders/too-late.ts'
import type pg from 'pg'
import { type Progress, StoppedError } from '../cli/command.ts'

/** What of the workers' book (schema `reactions`) does not follow from the log that is there now. */
export interface Unfounded {
  /** Mails, documents and reminders that facts had called for which are not in the log: their ids. */
  readonly lost: readonly string[]
  /** Documents and reminders of which nothing in the log says that they are settled: their ids. */
  readonly reopened: readonly string[]
}

interface Entry {
  readonly id: string
  readonly stream: string
  /** Of the fact that calls for it. */
  readonly revision: string
  readonly settled: boolean
  readonly isReminder: boolean
}

/**
 * Looks in the log for what each entry of the book follows from.
 *
 * A mail that is settled stays so: its NotificationSent may be lost, but the mail has most likely been sent, and would be sent
 * twice. A document is not made twice, whoever asks, and a reminder says once more what is still so; were they to stay settled by
 * a fact that is lost, nobody would make the one, and nobody be reminded. Both have ids that follow from the booking, so that
 * those of a lost approval would stand in the way of the next one's.
 * @throws {StoppedError} the operator stopped it
 */
export async function unfounded(pool: pg.Pool, log: EventLog, progress: Progress): Promise<Unfounded> {
  const streams = Map.groupBy(await entries(pool), ({ stream }) => stream)
  const lost: string[] = []
  const reopened: string[] = []
  let done = 0
  for (const [stream, called] of streams) {
    if (progress.signal.aborted) throw new StoppedError('stopped: run the same command again')
    const { last, over } = await since(log, stream, called)
    for (const { id, revision, settled, isReminder } of called) {
      if (BigInt(revision) > last) lost.push(id)
      else if (settled && !over.has(id) && !(isReminder && (await isDealtWith(log, id)))) reopened.push(id)
    }
    done += called.length
    progress.report(done)
  }
  return { lost, reopened }
}

/** All but mails that are settled, and reminders whose time is long over. */
async function entries(pool: pg.Pool): Promise<Entry[]> {
  const { rows } = await pool.query<Entry>(
    `select notification_id as id, stream, revision::text, settled, false as "isReminder"
     from reactions.due where not settled or template = any ($1)
     union all
     select notification_id, stream, revision::text, settled, true
     from reactions.reminders where not settled or due_at >= $2`,
    [ContractTask.options, longPast(new Date())],
  )
  return rows
}

/** Where the stream ends, and which documents and reminders its facts settle. One that ends before all of them is at -1. */
async function since(log: EventLog, stream: string, called: readonly Entry[]) {
  const from = called.map(({ revision }) => BigInt(revision)).reduce((a, b) => (a < b ? a : b))
  const over = new Set<string>()
  let last = -1n
  for await (const event of log.read(stream, from)) {
    last = event.revision
    const made = contractMade(event)
    for (const id of made === undefined ? endedBy(event) : [made]) over.add(id)
  }
  return { last, over }
}

async function isDealtWith(log: EventLog, id: string): Promise<boolean> {
  const { state } = await historyOf(log, id)
  return state.outcome !== 'due'
}
