import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createBell } from './bell.ts'

/** Between two looks that readers take by themselves, in milliseconds: nothing but a ring wakes them. */
const NEVER = 3_600_000

it('of several rings the furthest counts: writers ring for themselves, and one may be late', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const bell = createBell(database.url, NEVER)
  onTestFinished(() => bell.close())
  const ear = bell.listen()
  const { signal } = new AbortController()
  const client = new pg.Client(database.url)
  await client.connect()
  onTestFinished(() => client.end())
  const heard = async () => {
    await client.query(`select pg_notify('log', '10'), pg_notify('log', '9')`)
    return await ear.wait(signal)
  }
  // Until it listens.
  await expect.poll(heard, { timeout: 60_000 }).toBe(10n)
  expect(await heard()).toBe(10n)
  ear.close()
})

it('readers look for themselves when somebody else in their process says so', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const bell = createBell(database.url, NEVER)
  onTestFinished(() => bell.close())
  const ear = bell.listen()
  const { signal } = new AbortController()
  // It listens.
  await ear.wait(signal)
  const woken = ear.wait(signal)
  bell.ring()
  expect(await woken).toBeUndefined()
  ear.close()
})

it('whose connection is lost wakes its readers: they hear of nothing until it is back', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const bell = createBell(database.url, NEVER)
  onTestFinished(() => bell.close())
  const ear = bell.listen()
  const beside = new URL(database.url)
  const name = beside.pathname.slice(1)
  beside.pathname = '/postgres'
  const client = new pg.Client(beside.href)
  await client.connect()
  onTestFinished(() => client.end())
  // It listens.
  await ear.wait(AbortSignal.timeout(60_000))
  await client.query(`alter database ${name} allow_connections false`)
  const woken = ear.wait(new AbortController().signal)
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = $1 and application_name = 'forecourt log listen'`,
    [name],
  )
  expect(rowCount).toBe(1)
  await woken
})
