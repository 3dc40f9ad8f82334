import type { Position } from '@forecourt/event-log/port.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Attachment } from './attachments.ts'

/**
 * What the vault knows of files. Whether one is attached is decided by its row there and nothing else: see
 * infra/migrations/007-file-sweep.sql.
 */

/** Who asks the log, and notes how far: which files it speaks of, or which licences bookings need. */
type Reader = 'files' | 'licences'
const nothing = sql.type(z.object({}))

/** The register is not the one that it was: it must not be believed that a file which it does not know is nobody's. */
export class RegisterIncomplete extends Error {
  override readonly name = 'RegisterIncomplete'
}

/** @throws {RegisterIncomplete} it lacks rows that it had at the end of an earlier sweep (infra/migrations/020-files-known.sql) */
export async function expectComplete(database: Queries): Promise<void> {
  const missing = await database.oneFirst(sql.type(z.object({ missing: z.int() }))`
    select reactions.files_missing()::int as missing
  `)
  if (missing > 0) throw incomplete(missing)
}

const incomplete = (missing: number) =>
  new RegisterIncomplete(`the vault lacks ${missing} files that it knew: was it lost, or set back?`)

/** Later sweeps expect the rows that there are now. */
export async function rememberRows(database: Queries): Promise<void> {
  await database.query(nothing`select reactions.know_files()`)
}

/** How far the log has been asked. */
export interface Asked {
  readonly upTo: Position | 'start'
  /** Of the note that says so: another one as soon as anybody has written it anew. */
  readonly version: string
}

const AskedRow = z.object({ position: z.string(), version: z.string() })
const asked = ({ position, version }: z.infer<typeof AskedRow>): Asked => ({
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the column holds nothing but positions
  upTo: position === '0' ? 'start' : (BigInt(position) as Position),
  version,
})

export async function askedUpTo(database: Queries, reader: Reader): Promise<Asked> {
  // Where there is none one is made, so that it is seen when somebody takes it away meanwhile.
  await database.query(nothing`
    insert into reactions.checkpoint (reactor, position) values (${reader}, 0) on conflict do nothing
  `)
  return asked(
    await database.one(sql.type(AskedRow)`
      select position::text, xmin::text as version from reactions.checkpoint where reactor = ${reader}
    `),
  )
}

/** Files that the log speaks of are attached. Told twice, or by two at once, it is the same. */
export async function acknowledge(database: Queries, files: readonly Attachment[]): Promise<void> {
  if (files.length === 0) return
  await database.query(nothing`
    select vault.acknowledge(
      ${sql.array(
        files.map(({ path }) => path),
        'text',
      )},
      ${sql.array(
        files.map(({ businessId }) => businessId),
        'uuid',
      )},
      ${sql.array(
        files.map(({ ownerId }) => ownerId),
        'uuid',
      )}
    )
  `)
}

/** All files of these people are taken for attached. Those that were condemned already are nobody's any more. */
export async function keepAllOf(database: Queries, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  await database.query(nothing`
    update vault.files set settled = true
    where customer_id = any(${sql.array(people, 'uuid')}) and condemned_at is null and not settled
  `)
}

/** These files are taken for attached, to whomever their rows say. */
export async function keep(database: Queries, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await database.query(nothing`
    update vault.files set settled = true
    where object_path = any(${sql.array(paths, 'text')}) and condemned_at is null and not settled
  `)
}

/**
 * What the log says up to here is entered; unless the note of that was written anew, or taken away, since it was read.
 * Another worker may have come further. And an operator takes it away to have the log asked from its beginning
 * (`forecourt restore --vault`), which a sweep that was under way must not undo: what it has read, it has read before that.
 * @returns as it is now; as it was when somebody else was faster
 */
export async function advance(database: Queries, reader: Reader, from: Asked, to: Position): Promise<Asked> {
  const moved = await database.maybeOne(sql.type(AskedRow)`
    update reactions.checkpoint set position = ${String(to)}::numeric
    where reactor = ${reader} and xmin::text = ${from.version}
    returning position::text, xmin::text as version
  `)
  return moved === null ? from : asked(moved)
}

/**
 * Condemns those of these stored files that are attached to nothing.
 * @returns how many were
 * @throws {RegisterIncomplete}
 */
export async function condemnUnattached(database: Queries, paths: readonly string[], at: Date): Promise<number> {
  const stored = sql.array(paths, 'text')
  // Deleted before, and there again: a smaller picture was drawn anew while the file went.
  await database.query(nothing`
    update vault.files set deleted_at = null where object_path = any(${stored}) and deleted_at is not null
  `)
  // Asked without a lock first: nearly all files are attached, and writers need not wait for that.
  const unknown = await database.anyFirst(sql.type(z.object({ path: z.string() }))`
    select path from unnest(${stored}) path where not exists (select from vault.files where object_path = path)
  `)
  if (unknown.length === 0) return 0
  // In one statement: a sweep of many files takes its time, and the vault may be lost meanwhile.
  const { missing, condemned } = await database.one(sql.type(z.object({ missing: z.int(), condemned: z.int() }))`
    with missing as materialized (select reactions.files_missing()::int as rows)
    select rows as missing, case when rows > 0 then 0
      else vault.condemn(${sql.array(unknown, 'text')}, ${at.toISOString()}::timestamptz) end as condemned
    from missing
  `)
  if (missing > 0) throw incomplete(missing)
  return condemned
}

/** Condemns files whose rows are older than this and that the log does not speak of. */
export async function condemnUnfollowed(database: Queries, olderThan: Date, at: Date): Promise<number> {
  return await database.oneFirst(sql.type(z.object({ condemned: z.int() }))`
    select vault.condemn_unfollowed(
      ${olderThan.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    ) as condemned
  `)
}

/** Whether nobody can use this path from now on. A log that spoke of it in that very moment has it given back to whose it was. */
export async function isCondemned(database: Queries, path: string): Promise<boolean> {
  return await database.exists(nothing`
    select from vault.files where object_path = ${path} and condemned_at is not null
  `)
}

/** As many as are deleted between two looks at the register. */
const PAGE = 100

/**
 * Condemned files that are still to be deleted. One that had an owner is not among them before `patience`: an append of
 * theirs may have been on its way when it was condemned. Nor is a licence that is set aside: the log has not said yet that
 * it is deleted.
 */
export async function toBeDeleted(database: Queries, patience: Date, after: string): Promise<readonly string[]> {
  return await database.anyFirst(sql.type(z.object({ object_path: z.string() }))`
    select object_path from vault.files
    where condemned_at is not null and deleted_at is null and object_path > ${after}
      and (
        former_customer_id is null
        or (condemned_at < ${patience.toISOString()}::timestamptz and not set_aside)
      )
    order by object_path
    limit ${PAGE}
  `)
}

/** Nothing is stored for it any more. The row stays, so that nobody uses the path. */
export async function markDeleted(database: Queries, path: string, at: Date): Promise<void> {
  await database.query(nothing`
    update vault.files
    set deleted_at = ${at.toISOString()}::timestamptz, settled = true, former_business_id = null, former_customer_id = null
    where object_path = ${path} and condemned_at is not null
  `)
}
