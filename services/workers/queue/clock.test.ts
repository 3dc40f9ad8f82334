import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import pg from 'pg'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TryAgainLater } from '../mail/patience.ts'
import { mailOf } from '../testing/mail-of.ts'
import { emptyRedis, redisForTests } from '../testing/redis.ts'
import { openMailQueue } from './mail-queue.ts'

const AHEAD = 20 * 60_000

it('a job of a killed worker whose clock was ahead is taken up again, and not only when that time has come', async () => {
  await using database = await createTestDatabase()
  const queue = await openMailQueue({ databaseUrl: database.url, log: createLog({ service: 'test', level: 'silent' }) })
  const notificationId = '17afb4a7-1649-5eac-870d-a8177896243c'
  await queue.add([mailOf(notificationId)])
  const client = new pg.Client(database.url)
  await client.connect()
  const then = Date.now() + AHEAD
  await client.query(`update bull.job set state = 'active', lock_token = 'gone', locked_until_ms = $1`, [then])
  await client.query(`insert into bull.meta (queue, field, value) values ('mail', 'stalled-check', $1)`, [String(then)])
  await queue.forgetFuture()
  // Its lock ends half a minute later.
  await client.query('update bull.job set locked_until_ms = locked_until_ms - 30000')
  await client.end()

  const handled: string[] = []
  const worker = await queue.work(async (id) => {
    handled.push(id)
  })
  await expect.poll(() => handled, { timeout: 90_000 }).toEqual([notificationId])
  await worker.close()
  await queue.close()
})

const redis = await redisForTests()
afterAll(() => redis?.stop())

const stores = [
  { name: 'PostgreSQL', redisUrl: undefined, missing: undefined },
  { name: 'Redis', redisUrl: redis?.url, missing: redis ? undefined : 'no redis-server: apt-get install redis-server' },
]

/** An empty queue but for one mail that is due. */
async function queueWithMail(redisUrl: string | undefined) {
  if (redisUrl !== undefined) await emptyRedis(redisUrl)
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const log = createLog({ service: 'test', level: 'silent' })
  const queue = await openMailQueue({ redisUrl, databaseUrl: database.url, log })
  await queue.add([mailOf()])
  return queue
}

describe.each(stores)('with the queue on $name', ({ redisUrl, missing }) => {
  it('a job that failed while the clock was ahead is tried again when it was to be, and not only when that time has come', async (context) => {
    if (missing !== undefined) context.skip(missing)
    const queue = await queueWithMail(redisUrl)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    let failures = 0
    const ahead = await queue.work(async () => {
      failures += 1
      throw new TryAgainLater(1_000, 'the mail server was away')
    })
    await expect.poll(() => failures).toBe(1)
    await ahead.close()
    vi.useRealTimers()
    await queue.forgetFuture()

    const handled = vi.fn<() => Promise<void>>(async () => {})
    const worker = await queue.work(handled)
    await expect.poll(() => handled.mock.calls.length, { timeout: 60_000 }).toBe(1)
    await worker.close()
    await queue.close()
  })

  it('a job that is to wait for long is left to wait', async (context) => {
    if (missing !== undefined) context.skip(missing)
    const queue = await queueWithMail(redisUrl)
    const tried = vi.fn<() => Promise<void>>(async () => {
      throw new TryAgainLater(3_600_000, 'the mail server was away')
    })
    const worker = await queue.work(tried)
    await expect.poll(() => tried.mock.calls.length).toBe(1)
    await expect.poll(() => queue.ready()).toBe(0)
    await queue.forgetFuture()
    // Whoever comes now is taken, and the other one was not before it.
    const next = mailOf()
    await queue.add([next])
    await expect.poll(() => tried.mock.calls.length).toBe(2)
    expect(tried.mock.calls.at(-1)).toEqual([next.notificationId, next.job])
    await worker.close()
    await queue.close()
  })
})
