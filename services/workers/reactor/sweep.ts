import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { forgetPastDays } from '../mail/courtesy.ts'
import type { MailQueue } from '../queue/mail-queue.ts'
import { dueReminders } from '../reminders/book.ts'
import { unsettled } from './ledger.ts'

interface Sweep {
  readonly database: Database
  readonly queue: MailQueue
  readonly log: Log
  /** Milliseconds between two sweeps; the first is at once. */
  readonly every?: number
  /** A mail that was due for less than this is left to the reactor, in milliseconds. */
  readonly grace?: number
  /** The clock that reminders go by. */
  readonly now?: () => Date
}

const HOUR = 3_600_000

/**
 * Puts every mail that is due and not settled into the queue again, from time to time: a queue can be emptied and a
 * reactor can be killed between its book and the queue (SECURITY rule 22). A job that is still there is not doubled, and
 * the mailer asks the log before it sends. Reminders come into the queue this way only, when their time has come. Once an
 * hour it forgets which mails went to whom on days that are over.
 */
export async function runSweep(
  { database, queue, log, every = 30_000, grace = 20_000, now = () => new Date() }: Sweep,
  signal: AbortSignal,
): Promise<void> {
  let pruned = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    try {
      if (performance.now() - pruned > HOUR) {
        await forgetPastDays(database, new Date())
        pruned = performance.now()
      }
      await queue.forgetFuture()
      for await (const mails of unsettled(database, new Date(Date.now() - grace))) await queue.add(mails)
      for await (const reminders of dueReminders(database, now())) await queue.add(reminders)
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'a sweep failed')
    }
    await pause(every, undefined, { signal }).catch(() => undefined)
  }
}
