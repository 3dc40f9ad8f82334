import { LRUCache } from 'lru-cache'

/** Remembers the values used last: at most `size` of them, each for at most `lifetime` milliseconds. */
export interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  /** Deletes all values of which this is true; looks at every one. */
  deleteWhere(test: (value: Value) => boolean): void
}

/** @param now clock in milliseconds */
export function createRecent<Value extends object>(
  size: number,
  lifetime: number,
  now: () => number = () => performance.now(),
): Recent<Value> {
  const cache = new LRUCache<string, Value>({ max: size, ttl: lifetime, ttlResolution: 0, perf: { now } })
  return {
    get: (key) => cache.get(key),
    set(key, value) {
      cache.set(key, value)
    },
    delete(key) {
      cache.delete(key)
    },
    deleteWhere(test) {
      // Those whose time is over are still there, and are passed over below.
      cache.purgeStale()
      for (const [key, value] of cache.entries()) if (test(value)) cache.delete(key)
    },
  }
}
