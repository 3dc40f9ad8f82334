import { randomUUID } from 'node:crypto'
import { kill } from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import pg from 'pg'
import { expect, it } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openMailQueue } from './mail-queue.ts'

it('a worker whose connections have gone silent for good does its jobs on others', { timeout: 240_000 }, async () => {
  await using database = await createTestDatabase()
  const log = createLog({ service: 'test', level: 'silent' })
  const handled: string[] = []
  const queue = await openMailQueue({ databaseUrl: database.url, log })
  const worker = await queue.work(async (id) => {
    handled.push(id)
  })
  const first = randomUUID()
  await queue.add([mailOf(first)])
  await expect.poll(() => handled, { timeout: 60_000 }).toEqual([first])

  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await client.end()
  try {
    // As of a machine that is gone: nothing is answered, and nothing is closed.
    for (const { pid } of rows) kill(pid, 'SIGSTOP')
    const other = await openMailQueue({ databaseUrl: database.url, log })
    const second = randomUUID()
    await other.add([mailOf(second)])
    await expect.poll(() => handled, { timeout: 180_000 }).toEqual([first, second])
    await other.close()
  } finally {
    for (const { pid } of rows) kill(pid, 'SIGCONT')
  }
  await worker.close()
  await queue.close()
})

it('a worker asks a database that refuses it about once a second, and not as fast as that can refuse', async () => {
  await using database = await createTestDatabase()
  let isThere = true
  let refused = 0
  await using link = await openLink(() => {
    if (!isThere) refused += 1
    return isThere ? addressOf(database.url) : undefined
  })
  const url = new URL(database.url)
  url.port = String(link.port)
  const queue = await openMailQueue({ databaseUrl: url.href, log: createLog({ service: 'test', level: 'silent' }) })
  let begun = 0
  const worker = await queue.work(
    async () => {
      begun += 1
      await delay(1_000)
    },
    { most: 2, begin: async () => {} },
  )
  await queue.add(Array.from({ length: 6 }, () => mailOf()))
  await expect.poll(() => begun, { timeout: 60_000 }).toBeGreaterThanOrEqual(2)
  isThere = false
  link.cut()
  // Two jobs end meanwhile, and there are others.
  await delay(4_000)
  isThere = true
  expect(refused).toBeLessThan(40)
  await expect.poll(() => begun, { timeout: 60_000 }).toBeGreaterThanOrEqual(6)
  await worker.close()
  await queue.close()
})
