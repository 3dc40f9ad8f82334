import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { batches } from '@forecourt/event-log/batches.ts'
import type { EventLog, Position } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import type { MailQueue } from '../queue/mail-queue.ts'
import { ROOM, untilRoom } from '../queue/room.ts'
import { createTimeZones, remindersOf } from '../reminders/of-batch.ts'
import { dueFor } from './due-for.ts'
import { checkpointOf, enter } from './ledger.ts'
import { OF_INTEREST } from './reading.ts'
import { understood } from './understood.ts'

interface Reactor {
  readonly eventLog: EventLog
  readonly database: Database
  readonly queue: MailQueue
  readonly log: Log
  /** So many jobs may be ready in the queue before the next facts are read. */
  readonly room?: number | undefined
  /** Whether the crew of the queue rests between jobs because others need the processors. */
  readonly rests?: (() => boolean) | undefined
}

/** Most facts that are entered together, so that the queue does not get many times more than there is room for. */
const BATCH = 250
/**
 * While the crew rests: facts that are entered together, and jobs that may be ready in the queue. It is enough until the queue
 * is looked at again, by what a tenth of the processors can do; entering what will wait is work that others pay for.
 */
const FEW = { facts: 10 * availableParallelism(), jobs: 20 * availableParallelism() }

/** Waiting time after a failure or after another reactor was found at work, in milliseconds. */
const STAND_BY = 2_000

/** After each look at the log, in milliseconds: no mail is in such a hurry, and each look is a transaction of the book. */
const REST = 250

/**
 * Follows the log and puts a job in the queue for each mail that is due, until the signal aborts. A job that is lost
 * between the book and the queue is found by the sweep.
 */
export async function runReactor(reactor: Reactor, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await react(reactor, signal)
    } catch (error) {
      if (signal.aborted) return
      reactor.log.warn({ error }, 'the reactor begins again')
    }
    await pause(STAND_BY, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns when another reactor moves the checkpoint, throws when log, database or queue fail. */
async function react(
  { eventLog, database, queue, log, room = ROOM, rests = () => false }: Reactor,
  signal: AbortSignal,
): Promise<void> {
  let position: Position | 'start' = await checkpointOf(database)
  const timeZone = createTimeZones(eventLog)
  const reading = new AbortController()
  const ended = AbortSignal.any([signal, reading.signal])
  // At most: nobody counts what workers have taken out since the last look.
  let ready = room
  const most = () => (rests() ? Math.min(room, FEW.jobs) : room)
  const size = () => (rests() ? FEW.facts : BATCH)
  try {
    for await (const batch of batches(eventLog.follow(position, OF_INTEREST, ended, REST), { size })) {
      if (ready >= most()) ready = await untilRoom(queue, most, signal)
      const events = understood(batch.events, log)
      const reminders = await remindersOf(events, timeZone)
      if (!(await enter(database, events, position, batch.position, reminders))) return
      position = batch.position
      const jobs = events.flatMap((event) =>
        dueFor(event).map(({ notificationId, template }) => ({
          notificationId,
          job: { template, stream: event.stream, revision: String(event.revision) },
        })),
      )
      await queue.add(jobs)
      ready += jobs.length
    }
  } finally {
    reading.abort()
  }
}
