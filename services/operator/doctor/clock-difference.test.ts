import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clockDifference } from './clock-difference.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** What is found over a new connection, each byte of which takes so many milliseconds, by a clock that is off by so many. */
async function found({ latency = 0, off = 0 }): Promise<number> {
  await using link = await openLink(() => addressOf(database.url))
  link.slow(latency)
  const url = new URL(database.url)
  url.port = String(link.port)
  const log = createLog({ service: 'test', level: 'silent' })
  const pool = createPgPool({ connectionString: url.href, applicationName: 'test', log })
  try {
    return await clockDifference(pool, () => new Date(Date.now() + off))
  } finally {
    await pool.end()
  }
}

it('a connection that is long in opening is no difference of clocks', async () => {
  expect(await found({ latency: 400 })).toBeLessThan(400)
})

it('a clock that is fast is found to be, and one that is slow', async () => {
  for (const off of [60_000, -60_000]) {
    const difference = await found({ off })
    expect(difference).toBeGreaterThan(59_000)
    expect(difference).toBeLessThan(61_000)
  }
})
