import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../system/support/platform.ts'

/** Counters of calls and ends of sessions move with every call; all else moves with what was done only. */
const MOVING = /^public\.(?:sessions|sign_in_attempts)$/

/** A table of the database with all its rows as text. */
export interface Written {
  readonly table: string
  readonly rows: string
}

/** Every row of every table of every schema, as text. */
export async function tablesOf({ pool }: Pick<Platform, 'pool'>): Promise<Written[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name
    from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
    order by 1`)
  return await Promise.all(
    rows.map(async ({ name }) => {
      const all = await pool.query<{ rows: string | null }>(
        `select string_agg(t::text, E'\\n' order by t::text) as rows from ${name} t`,
      )
      return { table: name, rows: all.rows[0]?.rows ?? '' }
    }),
  )
}

/** All that is written anywhere, as text, but for what moves with every call. */
export async function everythingWritten(platform: Pick<Platform, 'pool'>): Promise<string> {
  const tables = await tablesOf(platform)
  return tables
    .filter(({ table }) => !MOVING.test(table))
    .map(({ table, rows }) => `${table}\n${rows}`)
    .join('\n')
}

/** Names of all columns of all tables that the product has. */
export async function storedColumns({ pool }: Pick<Platform, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select distinct column_name as name
    from information_schema.columns
    where table_schema in ('read', 'public', 'log', 'vault', 'reactions')
    order by 1`)
  return rows.map(({ name }) => name)
}

/**
 * All that is written anywhere, once nothing has been written for two seconds: what came before on a busy machine is done
 * with by then, its mails and projections too.
 */
export async function writtenAtRest(platform: Pick<Platform, 'pool'>): Promise<string> {
  let before = await everythingWritten(platform)
  for (;;) {
    await pause(2_000)
    const now = await everythingWritten(platform)
    if (now === before) return now
    before = now
  }
}
