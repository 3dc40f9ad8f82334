import { Redis } from 'ioredis'
import { afterAll, expect, it } from 'vitest'
import { redisForTests } from '../testing/redis.ts'
import { lookAtRedis } from './look-at-redis.ts'

const redis = await redisForTests()
afterAll(() => redis?.stop())

it('what a Redis does with jobs when its memory is full is known before it is', async ({ skip }) => {
  const url = redis?.url ?? skip('no redis-server: apt-get install redis-server')
  expect(await lookAtRedis(url)).toEqual({ version: expect.stringMatching(/^\d+\.\d+/), whenFull: 'noeviction' })
  const owner = new Redis(url)
  await owner.config('SET', 'maxmemory-policy', 'allkeys-lru')
  await owner.quit()
  expect(await lookAtRedis(url)).toMatchObject({ whenFull: 'allkeys-lru' })
})

it('one that is not there is not waited for', async () => {
  await expect(lookAtRedis('redis://127.0.0.1:1')).rejects.toThrow(Error)
})
