import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createBell } from './bell.ts'

it('of several rings the furthest counts: writers ring for themselves, and one may be late', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const bell = createBell(database.url)
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
