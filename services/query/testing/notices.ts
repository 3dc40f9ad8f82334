import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Notice } from '../changes.ts'
import { changedChannel, LIVE } from '../projection/schema-name.ts'

/** Tells of a change as the projector does, although no row has changed. */
export async function tellOfChange(pool: pg.Pool, businessId: string, tables: Notice['tables'] = []): Promise<void> {
  const notice: Notice = { businessId, version: '2', released: 0, generation: randomUUID(), tables }
  await say(pool, JSON.stringify(notice))
}

/** Says something where changes are told. */
export async function say(pool: pg.Pool, payload: string): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [changedChannel(LIVE), payload])
}

/** Ends the connections on which changes of this database are heard. */
export async function deafen(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [`forecourt ${changedChannel(LIVE)}`],
  )
  expect(rowCount).toBeGreaterThan(0)
}
