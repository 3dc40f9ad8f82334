import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Progress, RefusedError } from '../cli/command.ts'
import { ASK_ANEW, filesMissing } from './files-known.ts'
import { inOneTransaction } from './in-one-transaction.ts'
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
 * lost stays as they are. In one transaction.
 * @throws {RefusedError} the back-up is of a version that kept other things or of another installation, damaged, or has no vault
 * @throws {StoppedError} no row was written
 */
export async function putVaultBack(
  folder: string,
  manifest: Manifest,
  target: VaultTarget,
  progress: Progress,
): Promise<VaultPutBack> {
  const tables = manifest.tables.filter(({ name }) => name.startsWith('vault.'))
  if (tables.length === 0) throw new RefusedError('no-vault', `${folder} has no vault in it`)
  return await inOneTransaction(target.databaseUrl, async (client) => {
    for (const table of tables) await refuseUnlessFit(client, table)
    for (const table of tables) await expectDigest(fileOf(folder, table), table.sha256)
    let all: Rows = { back: 0, beside: 0, erased: 0, kept: 0 }
    let done = 0
    for (const table of tables) {
      unlessStopped(progress)
      all = sum(all, await addMissing(client, folder, table, target))
      done += table.rows
      progress.report(done)
    }
    await client.query(ASK_ANEW)
    const missing = await filesMissing(client)
    unlessStopped(progress)
    return { ...all, filesMissing: missing }
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

async function addMissing(client: pg.Client, folder: string, table: BackedUpTable, target: VaultTarget): Promise<Rows> {
  await client.query(`create temporary table put_back (like ${table.name} including defaults) on commit drop`)
  const columns = table.columns.join(', ')
  await pipeline(
    createReadStream(fileOf(folder, table)),
    client.query(from(`copy ${copied({ ...table, name: 'put_back' })} from stdin`)),
  )
  if (table.name === PEOPLE) await refuseStrangers(client, target)
  const rows = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rowCount ?? 0
  const add = `insert into ${table.name} (${columns}) select ${columns} from put_back on conflict do nothing`
  const whose = WHOSE[table.name]
  const erased =
    whose === undefined ? 0 : await rows(`delete from put_back where ${whose} = any ($1::uuid[])`, [target.erased])
  const back = await rows(add)
  let beside = 0
  if (table.name === PEOPLE && (await rows(FOUND_BY_NOBODY)) > 0) beside = await rows(add)
  await rows('drop table put_back')
  return { back, beside, erased, kept: table.rows - back - beside - erased }
}

/** Somebody has come with their address meanwhile: theirs becomes that of nobody, as of people who leave (`vault.leave`). */
const FOUND_BY_NOBODY = `
  update put_back set email_hmac = encode(sha256(convert_to('departing ' || subject_id, 'utf8')), 'hex')
  where not exists (select from ${PEOPLE} there where there.subject_id = put_back.subject_id)`

/** So many keys are looked at at a time. */
const PAGE = 5_000

/** Keys that no master key of this installation opens are those of another one. @throws {RefusedError} */
async function refuseStrangers(client: pg.Client, { opens }: VaultTarget): Promise<void> {
  for (let after = NOBODY; ; ) {
    const { rows } = await client.query<{ subject_id: string; wrapped_key: Buffer }>(
      'select subject_id, wrapped_key from put_back where subject_id > $1 order by subject_id limit $2',
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
