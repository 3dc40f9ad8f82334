import { Redis } from 'ioredis'

/** What decides whether a Redis can carry the queue. */
export interface RedisFound {
  readonly version: string
  /** What it does when its memory is full, in its own words; only `noeviction` keeps every job. */
  readonly whenFull: string
}

/** Asks the Redis of that address, once. @throws {Error} it does not answer within 5 s */
export async function lookAtRedis(url: string): Promise<RedisFound> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 5_000,
    commandTimeout: 5_000,
    retryStrategy: () => null,
  })
  redis.on('error', () => {}) // the call below says it
  try {
    await redis.connect()
    const told = await redis.info()
    return { version: saidOf('redis_version', told), whenFull: saidOf('maxmemory_policy', told) }
  } finally {
    redis.disconnect()
  }
}

const saidOf = (name: string, told: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(told)?.[1] ?? 'unknown'
