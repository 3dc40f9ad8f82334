import { within } from '@forecourt/kit/within.ts'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { NAME, type Store, WORKER } from './store.ts'

/** Longer than Redis is asked to wait for a job, in milliseconds. A peer that has gone silent would be waited for a quarter of an hour. */
const REDIS_SILENT = 15_000
/** Whether Redis confirms the end or not, in milliseconds. */
const REDIS_ENDS_WITHIN = 1_000

/** While it is away it would be waited for without an end, also by a process that is to stop. In milliseconds. */
const REDIS_ANSWERS_WITHIN = 10_000

/** Where BullMQ keeps on Redis which jobs wait until when, in milliseconds times 4,096, and what a job's key begins with. */
const [DELAYED, JOB_KEY] = [`bull:${NAME}:delayed`, `bull:${NAME}:`]

/** No job waits for longer from now on than it was to wait from its last attempt on. */
const WAIT_NO_LONGER = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local delayed = redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')
  for at = 1, #delayed, 2 do
    local delay = tonumber(redis.call('HGET', KEYS[2] .. delayed[at], 'delay'))
    if delay and tonumber(delayed[at + 1]) >= (now + delay + 1) * 4096 then
      redis.call('ZADD', KEYS[1], (now + delay) * 4096, delayed[at])
    end
  end`

/** The queue in Redis. */
export function onRedis(url: string): Store {
  // `maxRetriesPerRequest: null` is what BullMQ's blocking connections need.
  const options = { maxRetriesPerRequest: null, connectTimeout: 10_000, socketTimeout: REDIS_SILENT }
  const connection = new Redis(url, options)
  connection.on('error', () => {}) // the queue reports it
  return {
    // Together they are one script and one answer.
    mostOneByOne: 1,
    queue: () => new Queue(NAME, { connection }),
    worker: (handle, concurrency) => new Worker(NAME, handle, { ...WORKER, connection, concurrency }),
    // Whoever follows no events costs Redis nothing.
    prepare: async () => {},
    // Locks end by the clock of Redis itself.
    async forgetFuture() {
      await within(REDIS_ANSWERS_WITHIN, connection.eval(WAIT_NO_LONGER, 2, DELAYED, JOB_KEY))
    },
    async oldestUntried(queue) {
      const jobs = await queue.getJobs(['wait'])
      const added = jobs.flatMap(({ attemptsMade, timestamp }) => (attemptsMade === 0 ? [timestamp] : []))
      return added.length === 0 ? undefined : Math.min(...added)
    },
    close: async () => {
      await within(REDIS_ENDS_WITHIN, connection.quit()).catch(() => connection.disconnect())
    },
  }
}
