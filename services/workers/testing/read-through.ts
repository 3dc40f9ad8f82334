import type pg from 'pg'
import { expect } from 'vitest'

/** Nobody else reads these tables or has plans made anew for them, and the server is told how short they are. */
export async function leaveAlone(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
    await client.query(`vacuum analyze ${table}`)
  }
}

/**
 * How many rows of these tables were read so far by going through them. Who has read tells of it at the latest when their
 * connection ends, so all others are waited for to end: the caller has closed them.
 */
export async function readThrough(client: pg.ClientBase, tables: readonly string[]): Promise<number> {
  const others = async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rowCount
  }
  await expect.poll(others, { timeout: 60_000 }).toBe(0)
  const { rows } = await client.query<{ read: string }>(
    'select sum(seq_tup_read) as read from pg_stat_user_tables where relid = any ($1::regclass[])',
    [tables],
  )
  return Number(rows[0]?.read)
}
