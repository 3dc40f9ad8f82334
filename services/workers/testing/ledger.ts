import { randomUUID } from 'node:crypto'
import type { Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { vi } from 'vitest'
import { z } from 'zod'
import { ContractTask } from '../contracts/contracts-for.ts'

/** What stands in the workers' tables, for tests that ask how far they have come. */

type Condition = ReturnType<typeof sql.fragment>

const Count = z.object({ count: z.number() })

/** @throws {Error} it is another number, also after a while */
export async function reaches(count: number, read: () => Promise<number>): Promise<void> {
  const look = async () => {
    const found = await read()
    if (found !== count) throw new Error(`${found} instead of ${count}`)
  }
  await vi.waitFor(look, { timeout: 60_000, interval: 50 })
}

/** How many mails that are due are so; documents are not counted. */
export async function mailsDue(database: Database, condition: Condition): Promise<number> {
  return await database.oneFirst(sql.type(Count)`
    select count(*)::int as count from reactions.due
    where template <> all (${sql.array(ContractTask.options, 'text')}) and ${condition}
  `)
}

/** How many reminders are so. */
export async function reminders(database: Database, condition: Condition): Promise<number> {
  return await database.oneFirst(sql.type(Count)`
    select count(*)::int as count from reactions.reminders where ${condition}
  `)
}

/** How much is due and not done, and up to which position of the log the reactor has read. */
export async function leftToDo(database: Database): Promise<{ readonly due: number; readonly read: bigint }> {
  const { due, read } = await database.one(
    sql.type(z.object({ due: z.number(), read: z.string().nullable() }))`
      select
        (select count(*)::int from reactions.due where not settled) as due,
        (select max(position)::text from reactions.checkpoint where reactor = 'mail') as read
    `,
  )
  return { due, read: BigInt(read ?? 0) }
}

/** Mails have been due for so many days. @returns their ids */
export async function dueForDays(
  database: Database,
  days: number,
  { count = 1, settled = false }: { readonly count?: number; readonly settled?: boolean } = {},
): Promise<readonly string[]> {
  return await database.anyFirst(sql.type(z.object({ id: z.string() }))`
    insert into reactions.due (notification_id, template, stream, revision, due_since, settled)
    select gen_random_uuid(), 'booking-approved', 'rent.schedule-1', 0,
      clock_timestamp() - make_interval(days => ${days}), ${settled}
    from generate_series(1, ${count})
    returning notification_id as id
  `)
}

/** Very many mails that have been due for so many days and are settled. */
export async function manySettledForDays(database: Database, days: number, count: number): Promise<void> {
  await database.query(sql.type(z.object({}))`
    insert into reactions.due (notification_id, template, stream, revision, due_since, settled)
    select gen_random_uuid(), 'booking-approved', 'rent.schedule-1', 0,
      clock_timestamp() - make_interval(days => ${days}), true
    from generate_series(1, ${count})
  `)
}

/** How often a table of the workers' was read by this index, and how often from one end to the other. */
export async function scansOf(database: Database, table: string, index: string) {
  return await database.one(sql.type(z.object({ byIndex: z.number(), throughout: z.number() }))`
    select
      (select idx_scan::int from pg_stat_user_indexes where schemaname = 'reactions' and indexrelname = ${index}) as "byIndex",
      (select seq_scan::int from pg_stat_user_tables where schemaname = 'reactions' and relname = ${table}) as throughout
  `)
}

/** A reminder's time came so many days ago. */
export async function remindersDueForDays(database: Database, days: number, settled: boolean): Promise<void> {
  await database.query(sql.type(z.object({}))`
    insert into reactions.reminders (notification_id, template, booking_id, stream, revision, due_at, settled)
    values (gen_random_uuid(), 'request-waits', 'a booking', 'rent.schedule-1', 0,
      clock_timestamp() - make_interval(days => ${days}), ${settled})
  `)
}

/** A mail went to some address on this day. @param day `YYYY-MM-DD` */
export async function mailedOn(database: Database, businessId: string, day: string): Promise<void> {
  await database.query(sql.type(z.object({}))`
    insert into reactions.anonymous_mails (notification_id, business_id, address_hmac, day)
    values (${randomUUID()}::uuid, ${businessId}::uuid, 'an address', ${day}::date)
  `)
}

/** Days of which it is known how many mails went where. */
export async function mailedDays(database: Database): Promise<readonly string[]> {
  return await database.anyFirst(sql.type(z.object({ day: z.string() }))`
    select distinct day::text from reactions.anonymous_mails order by 1
  `)
}
