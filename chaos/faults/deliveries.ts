import { setTimeout as delay } from 'node:timers/promises'
import { EVERYTHING, parsePosition } from '@forecourt/event-log/port.ts'
import type { MailQueue } from '@forecourt/workers/queue/mail-queue.ts'
import { dueFor } from '@forecourt/workers/reactor/due-for.ts'
import type { Platform } from '../platform/platform.ts'

/** What can be delivered twice. */
export interface Deliveries {
  readonly queue: Pick<MailQueue, 'add' | 'obliterate'>
  /** Every command is sent twice while it is so. */
  doubled: boolean
}

/** So many of the latest events' jobs are delivered again, done or not. */
const EVENTS = 200

/** Commands are sent twice for a while, and jobs that were put into the queue are put in again. */
export async function redeliver(
  { eventLog }: Pick<Platform, 'eventLog'>,
  deliveries: Deliveries,
  lasts: number,
  struck: () => void,
): Promise<void> {
  deliveries.doubled = true
  struck()
  try {
    const head = await eventLog.head()
    const from = parsePosition(String(head > EVENTS ? head - BigInt(EVENTS) : 0n)) ?? 'start'
    for await (const event of eventLog.readAll(from, EVERYTHING)) {
      const job = { stream: event.stream, revision: String(event.revision) }
      await deliveries.queue.add(
        dueFor(event).map(({ notificationId, template }) => ({ notificationId, job: { ...job, template } })),
      )
    }
    await delay(lasts)
  } finally {
    deliveries.doubled = false
  }
}
