import { KEPT_PLANS } from '@forecourt/event-log/postgres/kept-plans.ts'
import { isDatabaseAway } from '@forecourt/kit/database-down.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { untilThere } from '@forecourt/kit/until-there.ts'
import { within } from '@forecourt/kit/within.ts'
import { createPostgresBackend, type Job, type JobsOptions, type JobType, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { z } from 'zod'
import { spread, TryAgainLater } from '../mail/patience.ts'
import { Task } from '../reactor/due-for.ts'
import { createPatientBackend, ENDS_OF_WAITING } from './patient-backend.ts'
import { preparesStatements } from './prepared.ts'
import { sharedRuns } from './shared-runs.ts'
import { forgoEvents } from './without-events.ts'

/**
 * The queue between the reactor and those who write mails and contracts: BullMQ, on Redis when there is one, else on PostgreSQL. It only spreads
 * and repeats work; what is due and what is done is in the event log. Jobs carry ids, never personal data.
 */
export const MailJob = z.object({
  template: Task,
  /** Where the fact stands that calls for the mail. */
  stream: z.string(),
  revision: z.string().regex(/^\d+$/),
})
export type MailJob = z.infer<typeof MailJob>

export interface QueuedMail {
  /** The notification's id is the job's id: while a job is kept, a second one of that id is not taken. */
  readonly notificationId: string
  readonly job: MailJob
}

export interface MailQueue {
  add(mails: readonly QueuedMail[]): Promise<void>
  /**
   * Handles jobs until it is closed, at most so many at once, each when the crew says so. `handle` rejects to have the job tried
   * again, with `TryAgainLater` to say when.
   */
  work(
    handle: (notificationId: string, job: MailJob) => Promise<void>,
    crew?: { readonly most: number; readonly begin: () => Promise<void> },
  ): Promise<MailWorker>
  /**
   * Takes back what a worker whose clock was ahead has written, as BullMQ goes by the workers' clocks: until that time came, a job
   * that is to be tried again would wait, and on PostgreSQL jobs of killed workers would stay with them.
   */
  forgetFuture(): Promise<void>
  /** Jobs that wait for a worker, now or later. */
  waiting(): Promise<number>
  /** Jobs that a worker could begin now, and those that are under way. */
  ready(): Promise<number>
  /** When the job was put in that has waited longest for its first try; undefined when none waits. */
  oldestUntried(): Promise<Date | undefined>
  /** What these jobs hold, for those who look after the queue. */
  peek(): Promise<readonly unknown[]>
  /** Empties the queue: the sweep fills it again from what the log says. */
  obliterate(): Promise<void>
  close(): Promise<void>
}

export interface MailWorker {
  /** Waits for jobs under way. */
  close(): Promise<void>
}

const NAME = 'mail'

const NEVER_RESTING = { most: 5, begin: async () => {} }

const JOB: JobsOptions = {
  // More than a mail has (see PATIENCE): when it is given up is for the log to say, which also outlives the queue.
  attempts: 100,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  // Removed, so that the sweep can put it in again; the notification's stream remembers what happened.
  removeOnFail: true,
}

const WORKER = {
  // A stalled job is one whose worker was killed. A low limit loses mails under kills (SECURITY rule 22).
  maxStalledCount: 1_000,
  // In milliseconds. BullMQ's own half a minute, and a quarter of one after its store was away, are long for a customer.
  stalledInterval: 10_000,
  runRetryDelay: 1_000,
  settings: { backoffStrategy: waitingTime },
} as const

/** Milliseconds before the next attempt: as long as the mailer has said, or not long when it could not even say that. */
function waitingTime(attempts: number, _type?: string, error?: Error): number {
  const after = error instanceof TryAgainLater ? error.after : Math.min(1_000 * 2 ** attempts, 60_000)
  return spread(after, Math.random())
}

/** BullMQ waits for a silent store without an end; making its tables takes it a second or two. In milliseconds. */
const READY_WITHIN = 30_000

/**
 * Makes a queue or a worker that is ready, anew while the store is away: BullMQ remembers of each that it could not be.
 * @throws the store's error, when it says no, or is not there for a minute
 */
const readied = <T extends JobWorker>(make: () => T, hear: (error: Error) => void): Promise<T> =>
  untilThere(async () => {
    const made = make()
    made.on('error', hear)
    try {
      await within(READY_WITHIN, made.waitUntilReady())
      return made
    } catch (error) {
      made.close().catch(hear)
      throw error
    }
  }, isDatabaseAway)

/**
 * Opens the queue on Redis (`redisUrl`) or else on PostgreSQL, where it makes its own schema `bull`.
 * @throws the store's error, when it says no, or is not there for a minute
 */
export async function openMailQueue({
  redisUrl,
  databaseUrl,
  log,
}: {
  readonly redisUrl?: string | undefined
  readonly databaseUrl: string
  readonly log: Log
}): Promise<MailQueue> {
  const store = redisUrl === undefined ? onPostgres(databaseUrl, log) : onRedis(redisUrl)
  const queue = await readied(store.queue, (error) => log.warn({ error }, 'the mail queue had an error'))
  await untilThere(store.prepare, isDatabaseAway)
  const countOf = async (...states: JobType[]): Promise<number> =>
    Object.values(await queue.getJobCounts(...states)).reduce((sum, count) => sum + count, 0)
  return {
    async add(mails) {
      const jobs = mails.map(({ notificationId, job }) => ({
        name: job.template,
        data: job,
        opts: { ...JOB, jobId: notificationId },
      }))
      if (jobs.length > store.mostOneByOne) await queue.addBulk(jobs)
      else await Promise.all(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)))
    },
    async work(handle, crew = NEVER_RESTING) {
      const shared = sharedRuns(handle)
      const perform = async (job: Job) => {
        if (job.id === undefined) throw new Error('a job without an id')
        await crew.begin()
        await shared(job.id, MailJob.parse(job.data))
      }
      const worker = await readied(
        () => store.worker(perform, crew.most),
        (error) => log.warn({ error }, 'the mail worker had an error'),
      )
      return { close: () => worker.close() }
    },
    forgetFuture: () => store.forgetFuture(),
    waiting: () => countOf('wait', 'delayed', 'active', 'prioritized'),
    ready: () => countOf('wait', 'active', 'prioritized'),
    async oldestUntried() {
      const addedAt = await store.oldestUntried(queue)
      return addedAt === undefined ? undefined : new Date(addedAt)
    },
    async peek() {
      return (await queue.getJobs(['wait', 'delayed'])).map(({ id, name, data }) => ({ id, name, data }))
    },
    obliterate: () => queue.obliterate({ force: true }),
    async close() {
      await queue.close()
      await store.close()
    },
  }
}

/** What differs between the two stores: how a queue and a worker are made, and what is closed after them. */
interface Store {
  /** More jobs than that are put in together. */
  readonly mostOneByOne: number
  readonly queue: () => Jobs
  worker(handle: (job: Job) => Promise<void>, concurrency: number): JobWorker
  /** Called once the queue is there. */
  readonly prepare: () => Promise<void>
  forgetFuture(): Promise<void>
  /** In milliseconds since 1970. */
  oldestUntried(queue: Jobs): Promise<number | undefined>
  close(): Promise<void>
}

/** What is used of BullMQ's Queue and Worker, whose full types name their store. */
interface Jobs {
  add(name: string, data: MailJob, opts: JobsOptions): Promise<unknown>
  addBulk(jobs: { name: string; data: MailJob; opts: JobsOptions }[]): Promise<unknown>
  getJobCounts(...states: JobType[]): Promise<Record<string, number>>
  getJobs(states: JobType[]): Promise<Pick<Job, 'id' | 'name' | 'data' | 'attemptsMade' | 'timestamp'>[]>
  obliterate(options: { force: boolean }): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}
type JobWorker = Pick<Jobs, 'on' | 'waitUntilReady' | 'close'>

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

function onRedis(url: string): Store {
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

/** The database's clock, in milliseconds since 1970. */
const NOW = `(extract(epoch from clock_timestamp()) * 1000)::bigint`
/** For so long BullMQ locks a job at a time, in milliseconds. */
const LOCK = 30_000

/**
 * What a server that dies has not yet written down is put in again by the sweep, so that no job has to wait for a disk. Plans are
 * kept, and mostly made while the queue is empty: the server would choose to go through all that waits for each job.
 */
const CONNECTION_OPTIONS = `-c synchronous_commit=off ${KEPT_PLANS.options}`

function onPostgres(connectionString: string, log: Log): Store {
  const connection = {
    connectionString,
    schema: 'bull',
    migrate: true,
    max: 4,
    ...ENDS_OF_WAITING,
    options: CONNECTION_OPTIONS,
    onConnect: preparesStatements,
  }
  const pool = createPgPool({ connectionString, applicationName: 'workers queue', max: 1, log })
  return {
    // BullMQ makes two tables for jobs that are put in together, and drops them: that takes the server as long as 20 to 40 jobs
    // that are put in by themselves, and a booking calls for two.
    mostOneByOne: 20,
    queue: () => new Queue(NAME, { connection }, createPostgresBackend),
    worker: (handle, concurrency) =>
      new Worker(NAME, handle, { ...WORKER, connection, concurrency }, createPatientBackend),
    prepare: () => forgoEvents(pool),
    async forgetFuture() {
      await pool.query(
        `delete from bull.meta where queue = $1 and field = 'stalled-check' and value::numeric > ${NOW}`,
        [NAME],
      )
      // Who holds a job renews its lock long before it ends; who does not is taken for gone.
      await pool.query(
        `update bull.job set locked_until_ms = ${NOW} + ${LOCK}
         where queue = $1 and state = 'active' and locked_until_ms > ${NOW} + ${2 * LOCK}`,
        [NAME],
      )
      // No job waits for longer from now on than it was to wait from its last attempt on.
      await pool.query(
        `select bull.change_delay(queue, id, delay_ms, ${NOW}) from bull.job
         where queue = $1 and state = 'delayed' and process_at_ms > ${NOW} + delay_ms`,
        [NAME],
      )
    },
    // BullMQ would ask for each of the jobs by itself.
    async oldestUntried() {
      const { rows } = await pool.query<{ added: string | null }>(
        `select min(added_at_ms) as added from bull.job where queue = $1 and state = 'waiting' and attempts_made = 0`,
        [NAME],
      )
      return rows[0]?.added == null ? undefined : Number(rows[0].added)
    },
    close: () => pool.end(),
  }
}
