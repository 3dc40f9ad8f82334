import { setTimeout as delay } from 'node:timers/promises'
import { EVERYTHING, type EventLog, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { MailQueue } from '@forecourt/workers/queue/mail-queue.ts'
import { dueFor } from '@forecourt/workers/reactor/due-for.ts'
import type { OwnServerName } from '../platform/own-server.ts'
import type { Platform } from '../platform/platform.ts'

/** What can be delivered twice. */
export interface Deliveries {
  readonly queue: Pick<MailQueue, 'add' | 'obliterate' | 'waiting'>
  /** Every command is sent twice while it is so. */
  doubled: boolean
}

/** So many of the latest events' jobs are delivered again, done or not. */
const EVENTS = 200

/** How far the workers have read the log: what lies behind has been put into the queue. */
const DELIVERED = `select position from reactions.checkpoint where reactor = 'mail'`

/**
 * Commands are sent twice for a while, and jobs that were put into the queue are put in again.
 * @returns whether there were any jobs
 */
export async function redeliver(
  {
    eventLog,
    pool,
    servers,
  }: Pick<Platform, 'eventLog' | 'pool'> & { readonly servers: Readonly<Partial<Record<OwnServerName, unknown>>> },
  deliveries: Deliveries,
  lasts: number,
  struck: () => void,
): Promise<boolean> {
  deliveries.doubled = true
  struck()
  let jobs = 0
  try {
    const { rows } = await pool.query<{ position: string }>(DELIVERED)
    for (const event of await lastUpTo(
      eventLog,
      BigInt(rows[0]?.position ?? 0),
      servers['event store'] === undefined,
    )) {
      const job = { stream: event.stream, revision: String(event.revision) }
      const due = dueFor(event)
      await deliveries.queue.add(
        due.map(({ notificationId, template }) => ({ notificationId, job: { ...job, template } })),
      )
      jobs += due.length
    }
    await delay(lasts)
    return jobs > 0
  } finally {
    deliveries.doubled = false
  }
}

/** The latest events up to a place of the log. @param isDense a position tells where the events before it are */
async function lastUpTo(eventLog: Pick<EventLog, 'readAll'>, read: bigint, isDense: boolean): Promise<Recorded[]> {
  const latest: Recorded[] = []
  const from = isDense && read > EVENTS ? parsePosition(String(read - BigInt(EVENTS))) : undefined
  for await (const event of eventLog.readAll(from ?? 'start', EVERYTHING)) {
    if (event.position > read) break
    latest.push(event)
    if (latest.length === 2 * EVENTS) latest.splice(0, EVENTS)
  }
  return latest.slice(-EVENTS)
}
