import type { Position, Recorded } from '@forecourt/event-log/port.ts'
import type { Database, Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { contractMade } from '../contracts/contracts-for.ts'
import type { QueuedMail } from '../queue/mail-queue.ts'
import { type EnteredReminder, enterReminders } from '../reminders/book.ts'
import { dueFor, Task } from './due-for.ts'
import { REACTOR } from './reading.ts'

/**
 * The reactor's book: how far it has read, which mails and documents that calls for, and which of them are settled. Everything in it
 * follows from the log.
 */

/** Facts after which a mail is due no more. */
const SETTLING: ReadonlySet<string> = new Set(['NotificationSent', 'NotificationAbandoned', 'NotificationWithdrawn'])

/**
 * How far the book goes; 'start' when nothing was read yet. It is written to only where there is no place for it yet: a reactor
 * that was stopped while it moved its place would keep whoever writes waiting, those who ask how far it lags behind among them.
 */
export async function checkpointOf(database: Queries): Promise<Position | 'start'> {
  const place = sql.type(z.object({ position: z.string() }))`
    select position::text from reactions.checkpoint where reactor = ${REACTOR}
  `
  let text = await database.maybeOneFirst(place)
  if (text === null) {
    await database.query(sql.type(z.object({}))`
      insert into reactions.checkpoint (reactor, position) values (${REACTOR}, 0) on conflict do nothing
    `)
    text = await database.oneFirst(place)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds nothing but positions
  return text === '0' ? 'start' : (BigInt(text) as Position)
}

/**
 * Enters a batch: one transaction for its mails and the checkpoint.
 * @returns false when another reactor has moved the checkpoint meanwhile; nothing was entered then
 */
export async function enter(
  database: { transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T> },
  events: readonly Recorded[],
  from: Position | 'start',
  to: Position,
  reminders: readonly EnteredReminder[],
): Promise<boolean> {
  const requests = events.flatMap((event) => {
    const bookingId = requestIn(event)
    return bookingId === undefined ? [] : [[bookingId, String(event.revision)]]
  })
  const mails = events.flatMap((event) => dueFor(event).map((mail) => ({ ...mail, event })))
  const settled = events.flatMap(settledBy)
  try {
    await database.transaction(async (transaction) => {
      // The book can be written again from the log: a server that dies only sets it back by a moment.
      await transaction.query(sql.type(z.object({}))`set local synchronous_commit = off`)
      const moved = await transaction.query(sql.type(z.object({}))`
        update reactions.checkpoint set position = ${String(to)}::numeric
        where reactor = ${REACTOR} and position = ${from === 'start' ? '0' : String(from)}::numeric
      `)
      if (moved.rowCount !== 1) throw new StandDown()
      await transaction.query(sql.type(z.object({}))`
        insert into reactions.requests (booking_id, revision)
        select * from ${sql.unnest(requests, ['text', 'int8'])}
        on conflict do nothing
      `)
      await transaction.query(sql.type(z.object({}))`
        insert into reactions.due (notification_id, template, stream, revision)
        select * from ${sql.unnest(
          mails.map(({ notificationId, template, event }) => [
            notificationId,
            template,
            event.stream,
            String(event.revision),
          ]),
          ['uuid', 'text', 'text', 'int8'],
        )}
        on conflict do nothing
      `)
      await transaction.query(sql.type(z.object({}))`
        update reactions.due set settled = true
        where notification_id = any(${sql.array(settled, 'uuid')}) and not settled
      `)
      await enterReminders(transaction, reminders, events, settled)
    })
    return true
  } catch (error) {
    if (error instanceof StandDown) return false
    throw error
  }
}

/** Another reactor is at work on the same book. */
class StandDown extends Error {}

/**
 * These mails and documents are done, or nobody wants them any more. Who has found that out says so: the fact that tells of
 * it, if there is one, may stand behind more than the queue has room for, and until it is read the sweep would fill that room
 * with what is done.
 */
export async function settle(database: Database, ids: readonly string[]): Promise<void> {
  const done = sql.array([...ids], 'uuid')
  await database.transaction(async (transaction) => {
    // A server that dies forgets it, perhaps: then the sweep puts it in again, and what is done is found out anew.
    await transaction.query(sql.type(z.object({}))`set local synchronous_commit = off`)
    await transaction.query(sql.type(z.object({}))`
      with due as (
        update reactions.due set settled = true where notification_id = any(${done}) and not settled
      )
      update reactions.reminders set settled = true where notification_id = any(${done}) and not settled
    `)
  })
}

/**
 * Strikes out what does not follow from the log (see `Groundless`). That of the same id which a later fact has called for stays:
 * it is not settled either, but put into the queue by the sweep.
 * @param place where the fact stands that does not call for it
 */
export async function strikeOut(
  database: Database,
  id: string,
  { stream, revision }: { readonly stream: string; readonly revision: string },
): Promise<void> {
  await database.query(sql.type(z.object({}))`
    with due as (
      delete from reactions.due
      where notification_id = ${id}::uuid and stream = ${stream} and revision = ${revision}::int8
    )
    delete from reactions.reminders
    where notification_id = ${id}::uuid and stream = ${stream} and revision = ${revision}::int8
  `)
}

/**
 * Mails due for longer than that, by the database's clock, that nothing is known to have settled, so many at a time.
 * @param longerThan in milliseconds
 */
export async function* unsettled(
  database: Queries,
  longerThan: number,
  page: number,
): AsyncGenerator<readonly QueuedMail[]> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await database.any(sql.type(DueRow)`
      select notification_id, template, stream, revision::text
      from reactions.due
      where not settled and notification_id > ${after}::uuid
        and due_since < clock_timestamp() - make_interval(secs => ${longerThan / 1_000})
      order by notification_id
      limit ${page}
    `)
    yield rows.map(({ notification_id: notificationId, ...job }) => ({ notificationId, job }))
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return
    after = last.notification_id
  }
}

/** Where the booking's request stands in its schedule stream. */
export async function requestOf(database: Queries, bookingId: string): Promise<bigint | undefined> {
  const text = await database.maybeOneFirst(sql.type(z.object({ revision: z.string() }))`
    select revision::text from reactions.requests where booking_id = ${bookingId}
  `)
  return text === null ? undefined : BigInt(text)
}

const DueRow = z.object({
  notification_id: z.string(),
  template: Task,
  stream: z.string(),
  revision: z.string(),
})

const BookingSubject = z.object({ bookingId: z.string() })
const NotificationSubject = z.object({ notificationId: z.string() })

/** The booking that a fact says was asked for, if it says so of one. */
export const requestIn = ({ type, data }: Recorded): string | undefined =>
  type === 'BookingRequested' ? BookingSubject.parse(JSON.parse(data)).bookingId : undefined

/** What is due no more because of this fact. @returns ids of mails and documents */
export function settledBy(event: Recorded): string[] {
  if (SETTLING.has(event.type)) return [NotificationSubject.parse(JSON.parse(event.data)).notificationId]
  const made = contractMade(event)
  return made === undefined ? [] : [made]
}
