import type pg from 'pg'

/** How many rows of these tables were read so far by going through them. Who has read tells of it a second later. */
export async function readThrough(client: pg.ClientBase, tables: readonly string[]): Promise<number> {
  for (let seen = Number.NaN; ; ) {
    const { rows } = await client.query<{ read: string }>(
      `select sum(seq_tup_read) as read from pg_stat_user_tables where relid = any ($1::regclass[])`,
      [tables],
    )
    const now = Number(rows[0]?.read)
    if (now === seen) return now
    seen = now
    await client.query('select pg_stat_clear_snapshot(), pg_sleep(2.5)')
  }
}

/** Nobody else reads these tables or has plans made anew for them, and the server is told how short they are. */
export async function leaveAlone(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${table} set (autovacuum_enabled = false)`)
    await client.query(`vacuum analyze ${table}`)
  }
}
