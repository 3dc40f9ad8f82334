import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { QueuedMail } from '../queue/mail-queue.ts'
import { type DueReminder, endedBy, Reminder } from './reminders-for.ts'
import { longPast } from './too-late.ts'

/** The reactor's book of reminders: which there are, when they are due, and which nobody needs any more. */

const nothing = sql.type(z.object({}))

/** A reminder and the fact that it follows from. */
export type EnteredReminder = DueReminder & Pick<Recorded, 'stream' | 'revision'>

/**
 * Enters what follows from a batch of facts, within the batch's transaction.
 * @param settled notifications that were sent, given up or withdrawn
 */
export async function enterReminders(
  transaction: Queries,
  reminders: readonly EnteredReminder[],
  events: readonly Recorded[],
  settled: readonly string[],
): Promise<void> {
  if (reminders.length > 0) {
    await transaction.query(nothing`
      insert into reactions.reminders (notification_id, template, booking_id, stream, revision, due_at)
      select * from ${sql.unnest(
        reminders.map(({ notificationId, template, bookingId, stream, revision, dueAt }) => [
          notificationId,
          template,
          bookingId,
          stream,
          String(revision),
          dueAt,
        ]),
        ['uuid', 'text', 'text', 'text', 'int8', 'timestamptz'],
      )}
      on conflict do nothing
    `)
  }
  const over = [...events.flatMap(endedBy), ...settled]
  if (over.length === 0) return
  await transaction.query(nothing`
    update reactions.reminders set settled = true
    where notification_id = any(${sql.array(over, 'uuid')}) and not settled
  `)
}

const DueRow = z.object({ notification_id: z.string(), template: Reminder, stream: z.string(), revision: z.string() })

/** Reminders whose time has come and that nothing is known to have settled, so many at a time. */
export async function* dueReminders(database: Queries, now: Date, page: number): AsyncGenerator<readonly QueuedMail[]> {
  // After a long stop there may be many of these, and not one of them is to be sent.
  await database.query(nothing`
    update reactions.reminders set settled = true
    where not settled and due_at < ${longPast(now).toISOString()}::timestamptz
  `)
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await database.any(sql.type(DueRow)`
      select notification_id, template, stream, revision::text
      from reactions.reminders
      where not settled and due_at <= ${now.toISOString()}::timestamptz and notification_id > ${after}::uuid
      order by notification_id
      limit ${page}
    `)
    yield rows.map(({ notification_id: notificationId, ...job }) => ({ notificationId, job }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.notification_id
  }
}
