import type pg from 'pg'

/** What is measured of a log that was short and has grown long. */

/** Events of one stream, a vehicle that everybody wants, and as many of others. */
const LONG = 100_000

/** Makes the log long: so many events of `stream`, and as many of streams that are called `stream 40000` and so on. */
export async function lengthen(client: pg.ClientBase, stream: string): Promise<void> {
  await client.query(
    `with grown as (update log.head set position = position + 2 * ${LONG} returning position - 2 * ${LONG} as before)
     insert into log.events (position, stream, revision, event_id, type, data, metadata, recorded_at)
     select
       before + n,
       case when n <= ${LONG} then $1 else 'stream ' || n / 3 end,
       case when n <= ${LONG} then n - 1 else n % 3 end,
       gen_random_uuid(), 'happened', '{}', '{}', now()
     from grown, generate_series(1, 2 * ${LONG}) n`,
    [stream],
  )
}

/** Pages of the log's events and of their indexes that anybody has looked at so far, as far as they have told. */
export async function pagesLookedAt(client: pg.ClientBase): Promise<number> {
  await client.query('select pg_stat_force_next_flush()')
  const { rows } = await client.query<{ pages: number }>(`
    select (heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)::int as pages
    from pg_statio_user_tables
    where schemaname = 'log' and relname = 'events'`)
  return rows[0]?.pages ?? Number.NaN
}
