import { Redis } from 'ioredis'

/** All that is in a Redis, key by key, as text, as rows are in tables. */
export async function dumpOf(url: string): Promise<{ readonly table: string; readonly rows: string }[]> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    return await Promise.all(
      keys.map(async (key) => ({ table: key, rows: JSON.stringify([key, await contentOf(redis, key)]) })),
    )
  } finally {
    redis.disconnect()
  }
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key)
  if (type === 'hash') return await redis.hgetall(key)
  if (type === 'list') return await redis.lrange(key, 0, -1)
  if (type === 'set') return await redis.smembers(key)
  if (type === 'zset') return await redis.zrange(key, '0', '-1')
  if (type === 'stream') return await redis.xrange(key, '-', '+')
  return await redis.get(key)
}
