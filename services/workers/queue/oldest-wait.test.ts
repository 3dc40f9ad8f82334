import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { mailOf } from '../testing/mail-of.ts'
import { openQueue } from '../testing/open-queue.ts'
import { redisForTests } from '../testing/redis.ts'
import { type MailQueue, openMailQueue } from './mail-queue.ts'

const redis = await redisForTests()
afterAll(() => redis?.stop())

const SOME_TIME = { timeout: 60_000, interval: 20 }
const IDS = ['17afb4a7-1649-5eac-870d-a8177896243c', '27afb4a7-1649-5eac-870d-a8177896243c'] as const

const add = (queue: MailQueue, notificationId: string) => queue.add([mailOf(notificationId)])

describe.each(['Redis', 'PostgreSQL'])('the mail that waits longest on %s', (store) => {
  it('is the one that was put in first of those that nobody has tried yet', async ({ skip }) => {
    const { url, log } = await openQueue()
    if (store === 'Redis' && redis === undefined) skip('no redis-server: apt-get install redis-server')
    const queue = await openMailQueue({ redisUrl: store === 'Redis' ? redis?.url : undefined, databaseUrl: url, log })
    onTestFinished(() => queue.close())
    expect(await queue.oldestUntried()).toBeUndefined()

    const began = Date.now()
    await add(queue, IDS[0])
    const afterFirst = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(afterFirst)
    await add(queue, IDS[1])
    const oldest = (await queue.oldestUntried())?.getTime()
    expect(oldest).toBeGreaterThanOrEqual(began)
    expect(oldest).toBeLessThanOrEqual(afterFirst)

    // Tried, and refused: it waits because of that, which is told of elsewhere.
    const tried: string[] = []
    const worker = await queue.work(async (id) => {
      tried.push(id)
      throw new Error('refused')
    })
    await expect.poll(() => new Set(tried).size, SOME_TIME).toBe(2)
    await worker.close()
    expect(await queue.waiting()).toBe(2)
    expect(await queue.oldestUntried()).toBeUndefined()
  })
})
