import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { forgetPastDays } from '../mail/courtesy.ts'
import type { MailQueue, QueuedMail } from '../queue/mail-queue.ts'
import { ROOM, untilRoom } from '../queue/room.ts'
import { dueReminders } from '../reminders/book.ts'
import type { RightClock } from '../right-clock.ts'
import { forgetSettled } from './forget-settled.ts'
import { unsettled } from './ledger.ts'

interface Sweep {
  readonly database: Database
  readonly queue: MailQueue
  readonly log: Log
  /** Milliseconds between two sweeps; the first is at once. */
  readonly every?: number
  /** A mail that was due for less than this is left to the reactor, in milliseconds. */
  readonly grace?: number
  /** So many jobs may be ready in the queue before more are put in. */
  readonly room?: number
  /** The clock that reminders go by, and days that are over. */
  readonly now?: () => Date
  /** While it is not right, reminders are left alone and no day is forgotten; it is always taken for right unless given. */
  readonly isRight?: RightClock
}

const HOUR = 3_600_000
/** So many steps of forgetting go into one sweep: some seconds, for which what is due can wait. */
const STEPS = 5

/**
 * Puts every mail that is due and not settled into the queue again, from time to time: a queue can be emptied and a
 * reactor can be killed between its book and the queue (SECURITY rule 22). A job that is still there is not doubled, and
 * the mailer asks the log before it sends. Reminders come into the queue this way only, when their time has come. However
 * many there are, the queue is filled no further than it has room, so that what happens meanwhile gets its turn. Once an
 * hour it begins to forget which mails went to whom on days that are over, and what was settled long ago: some of it in
 * each sweep, until that is done.
 */
export async function runSweep(
  {
    database,
    queue,
    log,
    every = 30_000,
    grace = 20_000,
    room = ROOM,
    now = () => new Date(),
    isRight = async () => true,
  }: Sweep,
  signal: AbortSignal,
): Promise<void> {
  const add = async (jobs: readonly QueuedMail[]): Promise<void> => {
    if (jobs.length === 0) return
    await untilRoom(queue, () => room, signal)
    await queue.add(jobs)
  }
  let begun = Number.NEGATIVE_INFINITY
  let forgetting = forget(database, now, isRight)
  while (!signal.aborted) {
    try {
      await queue.forgetFuture()
      // Reminders first: of them there are few, and their time may be over soon.
      if (await isRight()) for await (const reminders of dueReminders(database, now(), room)) await add(reminders)
      for await (const mails of unsettled(database, grace, room)) await add(mails)
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'a sweep failed')
    }
    if (performance.now() - begun > HOUR) {
      begun = performance.now()
      forgetting = forget(database, now, isRight)
    }
    // By itself: that something cannot be forgotten keeps no mail waiting.
    await someOf(forgetting, signal).catch((error: unknown) =>
      log.warn({ error }, 'what is over could not be forgotten'),
    )
    await pause(every, undefined, { signal }).catch(() => undefined)
  }
}

async function* forget(database: Database, now: () => Date, isRight: RightClock): AsyncGenerator<void> {
  // By a clock that runs ahead, how many mails an address got today would be forgotten.
  if (await isRight()) yield await forgetPastDays(database, now())
  yield* forgetSettled(database)
}

/** The next steps of what may have many; none when it is over. */
async function someOf(steps: AsyncGenerator<void>, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS && !signal.aborted; step += 1) if ((await steps.next()).done) return
}
