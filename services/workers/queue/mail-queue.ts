import { isDatabaseAway } from '@forecourt/kit/database-down.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { untilThere } from '@forecourt/kit/until-there.ts'
import { within } from '@forecourt/kit/within.ts'
import type { Job, JobsOptions, JobType } from 'bullmq'
import { MailJob } from './mail-job.ts'
import { onPostgres } from './on-postgres.ts'
import { onRedis } from './on-redis.ts'
import { sharedRuns } from './shared-runs.ts'
import type { JobWorker } from './store.ts'

export interface QueuedMail {
  /** The notification's id is the job's id: while a job is kept, a second one of that id is not taken. */
  readonly notificationId: string
  readonly job: MailJob
}

/**
 * The queue between the reactor and those who write mails and contracts: BullMQ, on Redis when there is one, else on PostgreSQL.
 * It only spreads and repeats work; what is due and what is done is in the event log.
 */
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

const NEVER_RESTING = { most: 5, begin: async () => {} }

const JOB: JobsOptions = {
  // More than a mail has (see PATIENCE): when it is given up is for the log to say, which also outlives the queue.
  attempts: 100,
  backoff: { type: 'custom' },
  removeOnComplete: true,
  // Removed, so that the sweep can put it in again; the notification's stream remembers what happened.
  removeOnFail: true,
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
