import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Progress, RefusedError } from '../cli/command.ts'
import { ASK_ANEW, filesMissing } from './files-known.ts'
import { committed, onOneConnection } from './in-one-transaction.ts'
import { type BackedUpTable, fileOf, type Manifest } from './manifest.ts'
import { expectDigest, unlessStopped } from './put-back.ts'
import { copied } from './tables.ts'

/** Where a vault is put back. */
export interface VaultTarget {
  readonly databaseUrl: string
  /** Ids of the customers of whom the log says that they were erased. */
  readonly erased: readonly string[]
  /** Whether one of this installation's master keys opens the person's key. */
  readonly opens: (subjectId: string, wrapped: Uint8Array) => boolean
}

/** What came of it. */
export interface VaultPutBack extends Rows {
  /** Files that the vault knew and that are not in the back-up either: none is deleted until somebody accepts the loss. */
  readonly filesMissing: number
}

/** What became of the back-up's rows. */
interface Rows {
  /** Were not there. */
  readonly back: number
  /** Of people who came again with the same address since: their older key is there as well, found by no address. */
  readonly beside: number
  /** Of people who were erased since: they stay away. */
  readonly erased: number
  /** Are there, or have a newer one in their place. */
  readonly kept: number
}

/**
 * Puts the rows of the vault back that are missing, into an installation that goes on working: whoever came since it was
 * lost stays as they are. All is looked at before a row is written, and then some are at a time. Done again after it was
 * stopped, it goes on where it was.
 * @throws {RefusedError} the back-up is of a version that kept other things or of another installation, damaged, or has no vault
 * @throws {StoppedError} some rows may be there
 */
export async function putVaultBack(
  folder: string,
  manifest: Manifest,
  target: VaultTarget,
  progress: Progress,
): Promise<VaultPutBack> {
  const tables = manifest.tables.filter(({ name }) => name.startsWith('vault.'))
  if (tables.length === 0) throw new RefusedError('no-vault', `${folder} has no vault in it`)
  return await onOneConnection(target.databaseUrl, async (client) => {
    for (const table of tables) await refuseUnlessFit(client, table)
    for (const table of tables) await expectDigest(fileOf(folder, table), table.sha256)
    const found: Found[] = []
    for (const table of tables) found.push(await read(client, folder, table, target))
    let all: Rows = { back: 0, beside: 0, erased: 0, kept: 0 }
    let done = 0
    // People first: of files workers ask the log, which tells nothing of whom the vault does not know.
    for (const table of found.toSorted((a, b) => Number(b.name === PEOPLE) - Number(a.name === PEOPLE))) {
      all = sum(all, await addMissing(client, table, progress))
      done += table.rows
      progress.report(done)
    }
    return { ...all, filesMissing: await filesMissing(client) }
  })
}

/**
 * The back-up may be of an earlier version: a living installation cannot go back to that. Its rows fit as long as each of their
 * columns is there, and no other one needs a value.
 * @throws {RefusedError}
 */
async function refuseUnlessFit(client: pg.Client, { name, columns }: BackedUpTable): Promise<void> {
  const { rows } = await client.query<{ column: string; needed: boolean }>(
    `select attname::text as column, attnotnull and not atthasdef as needed from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  )
  const there = new Set(rows.map(({ column }) => column))
  if (columns.every((column) => there.has(column)) && rows.every((row) => !row.needed || columns.includes(row.column)))
    return
  throw new RefusedError(
    'other-version',
    `${name} has other columns than in the back-up: restore that whole into a new database with the version that made it, migrate it, and back it up again`,
  )
}

const sum = (a: Rows, b: Rows): Rows => ({
  back: a.back + b.back,
  beside: a.beside + b.beside,
  erased: a.erased + b.erased,
  kept: a.kept + b.kept,
})

const PEOPLE = 'vault.people'
/** Which column says whose a row is. */
const WHOSE: Readonly<Record<string, string>> = { [PEOPLE]: 'subject_id', 'vault.files': 'customer_id' }

/** A table of the back-up as it was read into a temporary one. */
interface Found extends BackedUpTable {
  readonly temporary: string
  /** Rows that are left out: of people who were erased since. */
  readonly erased: number
}

const count = async (client: pg.Client, sql: string, values: unknown[] = []) =>
  (await client.query(sql, values)).rowCount ?? 0

async function read(client: pg.Client, folder: string, table: BackedUpTable, target: VaultTarget): Promise<Found> {
  const temporary = table.name.replace('vault.', 'put_back_')
  await client.query(`
    create temporary table ${temporary} (like ${table.name} including defaults);
    alter table ${temporary} add column number_in_backup bigint generated always as identity primary key
  `)
  await pipeline(
    createReadStream(fileOf(folder, table)),
    client.query(from(`copy ${copied({ ...table, name: temporary })} from stdin`)),
  )
  if (table.name === PEOPLE) await refuseStrangers(client, temporary, target)
  const whose = WHOSE[table.name]
  const leave = `delete from ${temporary} where ${whose} = any ($1::uuid[])`
  const erased = whose === undefined ? 0 : await count(client, leave, [target.erased])
  return { ...table, temporary, erased }
}

/** So many rows are written at a time: everybody's appends wait meanwhile. */
const AT_ONCE = 500
/** For so long at the most, in milliseconds, where this process or its network stands still in the middle. */
const PATIENCE = 3_000

async function addMissing(client: pg.Client, table: Found, progress: Progress): Promise<Rows> {
  const { name, columns, temporary, rows, erased } = table
  const those = `number_in_backup > $1 and number_in_backup <= $1 + ${AT_ONCE}`
  const listed = columns.join(', ')
  const add = `insert into ${name} (${listed}) select ${listed} from ${temporary} where ${those} on conflict do nothing`
  let [back, beside] = [0, 0]
  for (let after = 0; after < rows; after += AT_ONCE) {
    unlessStopped(progress)
    await committed(client, async () => {
      // Appends look who is there and then write, both under this lock. Without it one that has not found somebody would wait for
      // this transaction, and everybody for that one, and be refused when they are there.
      await client.query(`set local idle_in_transaction_session_timeout = ${PATIENCE}; select from log.head for update`)
      back += await count(client, add, [after])
      if (name === PEOPLE && (await count(client, foundByNobody(temporary, those), [after])) > 0) {
        beside += await count(client, add, [after])
      }
      // With each of them: no sweep may find that no file is missing any more and not ask whose the newer ones are.
      await client.query(ASK_ANEW)
    })
  }
  return { back, beside, erased, kept: rows - back - beside - erased }
}

/** Somebody has come with their address meanwhile: theirs becomes that of nobody, as of people who leave (`vault.leave`). */
const foundByNobody = (temporary: string, those: string) => `
  update ${temporary} missing set email_hmac = encode(sha256(convert_to('departing ' || subject_id, 'utf8')), 'hex')
  where ${those} and not exists (select from ${PEOPLE} there where there.subject_id = missing.subject_id)`

/** So many keys are looked at at a time. */
const PAGE = 5_000

/** Keys that no master key of this installation opens are those of another one. @throws {RefusedError} */
async function refuseStrangers(client: pg.Client, temporary: string, { opens }: VaultTarget): Promise<void> {
  for (let after = NOBODY; ; ) {
    const { rows } = await client.query<{ subject_id: string; wrapped_key: Buffer }>(
      `select subject_id, wrapped_key from ${temporary} where subject_id > $1 order by subject_id limit $2`,
      [after, PAGE],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    if (rows.some(({ subject_id, wrapped_key }) => !opens(subject_id, wrapped_key))) {
      throw new RefusedError(
        'other-installation',
        'MASTER_KEY does not open all keys of this back-up: it is of another installation, or of before the key was replaced (OTHER_MASTER_KEY)',
      )
    }
    after = last.subject_id
  }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'
