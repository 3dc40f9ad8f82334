import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { LicenceNeed } from '@forecourt/domain/schedule/licence-need.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'

/**
 * Which booking needs which licence, and until when: what the log says, kept to be asked (infra/migrations/011-licence-retention.sql).
 */

const nothing = sql.type(z.object({}))

/** A booking came with this licence. */
export interface Use {
  readonly bookingId: string
  readonly businessId: string
  readonly customerId: string
  /** Empty: it may be any of the customer's. */
  readonly objectPath: string
  readonly position: Position
}

export interface NeedOfBooking extends LicenceNeed {
  readonly bookingId: string
  readonly position: Position
}

/** Enters what bookings came with. Told twice, it is the same. */
export async function enterUses(database: Queries, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return
  await database.query(nothing`
    insert into reactions.licence_uses (booking_id, business_id, customer_id, object_path, position)
    select * from ${sql.unnest(
      uses.map((use) => [use.bookingId, use.businessId, use.customerId, use.objectPath, String(use.position)]),
      ['text', 'uuid', 'uuid', 'text', 'numeric'],
    )}
    on conflict do nothing
  `)
}

/** Until when these bookings need what they came with: one entry each. */
export async function changeNeeds(database: Queries, needs: readonly NeedOfBooking[]): Promise<void> {
  if (needs.length === 0) return
  await database.query(nothing`
    update reactions.licence_uses as entered
    set
      needed_until = case when told.unless_later then greatest(entered.needed_until, told.until) else told.until end,
      position = told.position
    from ${sql.unnest(
      needs.map((need) => [need.bookingId, need.until, need.unlessLater, String(need.position)]),
      ['text', 'date', 'bool', 'numeric'],
    )} as told (booking_id, until, unless_later, position)
    where entered.booking_id = told.booking_id and entered.position < told.position
  `)
}

/** These customers are erased: they have no licences any more. */
export async function noUsesOf(database: Queries, customers: readonly string[]): Promise<void> {
  if (customers.length === 0) return
  await database.query(nothing`
    delete from reactions.licence_uses where customer_id = any (${sql.array(customers, 'uuid')})
  `)
}

/** Businesses that have licences. */
export async function businessesWithLicences(database: Queries): Promise<readonly string[]> {
  return await database.anyFirst(sql.type(z.object({ business_id: z.string() }))`
    select distinct business_id from reactions.licence_uses order by business_id
  `)
}

/** A licence and whose it is, or was until it was set aside. */
export interface Licence {
  readonly path: string
  readonly customerId: string
}

const LicenceRow = z.object({ path: z.string(), customerId: z.string() })
/** So many are deleted in one go. */
const AT_ONCE = 500

/**
 * The licences of a business that no booking has needed for so many days, to which nothing has happened yet. One that may be
 * in an event that cannot be read is needed.
 * @param today in the business's time zone
 */
export async function licencesPastDays(
  database: Queries,
  { businessId, days, today }: { readonly businessId: string; readonly days: number; readonly today: CivilDate },
): Promise<readonly Licence[]> {
  return await database.any(sql.type(LicenceRow)`
    select file.object_path as "path", file.customer_id as "customerId"
    from vault.files file
    join reactions.licence_uses need on need.object_path = file.object_path and need.customer_id = file.customer_id
    where need.business_id = ${businessId} and file.condemned_at is null
    group by file.object_path, file.customer_id
    having bool_and(need.needed_until is not null and need.needed_until + ${days}::integer <= ${today}::date)
      and not exists (
        select from reactions.licence_uses unknown
        where unknown.customer_id = file.customer_id and unknown.object_path = ''
      )
    order by file.object_path
    limit ${AT_ONCE}
  `)
}

/*
 * Appends find their file and write under the lock on log.head. The database's clock, read under it, says which licences were
 * out of everybody's reach before the log was asked: workers' own clocks differ, and one of them may be slow.
 */

/** Nobody can use these from now on. */
export async function setAside(database: Queries, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await database.query(nothing`
    with head as materialized (select position from log.head for update)
    select vault.set_aside(${sql.array(paths, 'text')}, clock_timestamp()) from head
  `)
}

/** A moment of the database's, as it writes it. */
export type Moment = string

/** @param milliseconds before now: what has been set aside by then has been for so long */
export async function momentAgo(database: Queries, milliseconds: number): Promise<Moment> {
  return await database.oneFirst(sql.type(z.object({ moment: z.string() }))`
    with head as materialized (select position from log.head for update)
    select (clock_timestamp() - make_interval(secs => ${milliseconds / 1_000}))::text as moment from head
  `)
}

/** A licence that is set aside, and whether it still is to go. */
export interface SetAside extends Licence {
  readonly isDue: boolean
}

/**
 * The licences of a business that were set aside by `before`, judged anew as {@link licencesPastDays} judges. None where the uses are
 * not entered up to `enteredUpTo`: they were, and are asked about from the beginning since (`forecourt restore --vault`).
 */
export async function licencesSetAside(
  database: Queries,
  rule: {
    readonly businessId: string
    readonly days: number
    readonly today: CivilDate
    readonly before: Moment
    readonly enteredUpTo: Position
  },
): Promise<readonly SetAside[]> {
  return await database.any(sql.type(LicenceRow.extend({ isDue: z.boolean() }))`
    select
      file.object_path as "path",
      file.former_customer_id as "customerId",
      coalesce(
        (
          select bool_and(need.needed_until is not null and need.needed_until + ${rule.days}::integer <= ${rule.today}::date)
          from reactions.licence_uses need
          where need.customer_id = file.former_customer_id and need.object_path in (file.object_path, '')
        ),
        false
      ) as "isDue"
    from vault.files file
    where file.former_business_id = ${rule.businessId} and file.set_aside and file.deleted_at is null
      and file.condemned_at <= ${rule.before}::timestamptz
      and exists (
        select from reactions.checkpoint
        where reactor = 'licences' and position >= ${String(rule.enteredUpTo)}::numeric
      )
    order by file.object_path
  `)
}

/** They are needed after all: they are whose they were. */
export async function giveBack(database: Queries, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await database.query(nothing`select vault.give_back(${sql.array(paths, 'text')})`)
}

/** The log says that the licence is deleted: its file goes with the next sweep, and is nobody's from now on. */
export async function release(database: Queries, path: string): Promise<void> {
  await database.query(nothing`
    update vault.files set former_business_id = null, former_customer_id = null, set_aside = false
    where object_path = ${path} and set_aside
  `)
  await database.query(nothing`delete from reactions.licence_uses where object_path = ${path}`)
}
