import { createTestDatabase, createTestPool } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openQueue } from '../testing/open-queue.ts'
import { preparesStatements } from './prepared.ts'

it('a statement with values is planned once for all who ask it on a connection, and gives each what they asked', async () => {
  await using database = await createTestDatabase()
  const pool = createTestPool({ connectionString: database.url, max: 1, onConnect: preparesStatements })
  const double = async (value: number) => (await pool.query('select $1::int * 2 as doubled', [value])).rows
  expect(await double(2)).toEqual([{ doubled: 4 }])
  expect(await double(3)).toEqual([{ doubled: 6 }])
  const { rows } = await pool.query(
    'select statement, generic_plans + custom_plans as times from pg_prepared_statements',
  )
  expect(rows).toEqual([{ statement: 'select $1::int * 2 as doubled', times: '2' }])
  await pool.end()
})

it('a queue whose tables get other columns while it works goes on working', async () => {
  const { url, queue } = await openQueue()
  const handled = new Set<string>()
  const worker = await queue.work(async (id) => {
    handled.add(id)
  })
  onTestFinished(() => worker.close())
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())

  const work = async (round: number): Promise<void> => {
    const ids = Array.from({ length: 8 }, (_, job) => `${round}${job}afb4a7-1649-5eac-870d-a8177896243c`)
    await queue.add(ids.map((id) => mailOf(id)))
    await expect.poll(() => ids.every((id) => handled.has(id)), { timeout: 60_000 }).toBe(true)
    await expect.poll(() => queue.waiting(), { timeout: 60_000 }).toBe(0)
  }
  await work(1)
  await client.query('alter table bull.job add column another text')
  await work(2)
})
