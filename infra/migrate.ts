import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** Any constant will do as long as nobody else uses it in this database. */
const LOCK = 5_820_141_977

const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url))

/** A server that is reached answers at once; in milliseconds. */
const CONNECT_MS = 10_000
const BOOKKEEPING_MS = 30_000
/** Large tables take their time, and so does another process that migrates them just now; in milliseconds. */
const MIGRATION_MS = 30 * 60_000

/** One numbered SQL file, e.g. `001-log.sql`. */
interface Migration {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The database and the migration files tell different histories. Nothing was changed. */
export class HistoryDiffers extends Error {}

export interface MigrateOptions {
  /** Sets the password with which the query service's role `forecourt_query` signs in. */
  readonly queryRolePassword?: string
  /** Folder of the numbered SQL files; the product's own when not given. */
  readonly folder?: string
  /** How long the server may take to let us in, in milliseconds; 10 s when not given. */
  readonly connectWithinMs?: number
}

/**
 * Brings a database up to date: runs each file of `infra/migrations` that it has not seen, in the order of their numbers,
 * each in a transaction of its own together with its line in `public.migrations`. Processes that start at once wait for
 * each other. Returns the names of the files that were run now.
 * @throws HistoryDiffers when a file that was run has changed or gone, or a new one is numbered below it.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? MIGRATIONS)
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: options.connectWithinMs ?? CONNECT_MS,
    query_timeout: BOOKKEEPING_MS,
    keepAlive: true,
  })
  client.on('error', () => {}) // the query that is running rejects as well
  await client.connect()
  try {
    await client.query(patiently('select pg_advisory_lock($1)', [LOCK]))
    await client.query(`
      create table if not exists public.migrations (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
    const pending = await compare(client, migrations)
    for (const migration of pending) await run(client, migration)
    if (options.queryRolePassword !== undefined) await setQueryRolePassword(client, options.queryRolePassword)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const number = /^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
      if (number === undefined) throw new HistoryDiffers(`${name} is not named like 001-what-it-does.sql.`)
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
  for (const [index, { number, name }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number) throw new HistoryDiffers(`Two migrations have the number of ${name}.`)
  }
  return migrations
}

/** What is still to be run, after making sure that what was run is what the files say. */
async function compare(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows: applied } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from public.migrations order by number',
  )
  for (const { number, name, checksum } of applied) {
    const file = migrations.find((migration) => migration.number === number)
    if (file === undefined)
      throw new HistoryDiffers(`The database knows migration ${name}, this version does not: it is newer.`)
    if (file.checksum !== checksum)
      throw new HistoryDiffers(`Migration ${name} was edited after it was run: write a new one instead.`)
  }
  const latest = applied.at(-1)?.number ?? 0
  const pending = migrations.filter(({ number }) => !applied.some((row) => row.number === number))
  const late = pending.find(({ number }) => number < latest)
  if (late !== undefined)
    throw new HistoryDiffers(`Migration ${late.name} is numbered below one that was run already: give it a new number.`)
  return pending
}

async function run(client: pg.Client, { number, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(patiently(sql))
    await client.query('insert into public.migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {}) // the connection itself may be what failed
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

/** The driver knows a time limit of each statement; its types do not. */
interface PatientQuery extends pg.QueryConfig {
  readonly query_timeout: number
}

const patiently = (text: string, values: unknown[] = []): PatientQuery => ({
  text,
  // Without values it may be many statements.
  ...(values.length > 0 && { values }),
  query_timeout: MIGRATION_MS,
})

async function setQueryRolePassword(client: pg.Client, password: string): Promise<void> {
  const role = await client.query(`select 1 from pg_roles where rolname = 'forecourt_query'`)
  if (role.rowCount === 0) return
  await client.query(`alter role forecourt_query login password ${client.escapeLiteral(password)}`)
}
