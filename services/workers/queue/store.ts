import type { Job, JobsOptions, JobType } from 'bullmq'
import { spread, TryAgainLater } from '../mail/patience.ts'
import type { MailJob } from './mail-job.ts'

/** The queue's name in its store. */
export const NAME = 'mail'

/** How every worker works, whatever the store. */
export const WORKER = {
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

/** What differs between the two stores: how a queue and a worker are made, and what is closed after them. */
export interface Store {
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
export interface Jobs {
  add(name: string, data: MailJob, opts: JobsOptions): Promise<unknown>
  addBulk(jobs: { name: string; data: MailJob; opts: JobsOptions }[]): Promise<unknown>
  getJobCounts(...states: JobType[]): Promise<Record<string, number>>
  getJobs(states: JobType[]): Promise<Pick<Job, 'id' | 'name' | 'data' | 'attemptsMade' | 'timestamp'>[]>
  obliterate(options: { force: boolean }): Promise<void>
  on(event: 'error', listener: (error: Error) => void): unknown
  waitUntilReady(): Promise<unknown>
  close(): Promise<void>
}
export type JobWorker = Pick<Jobs, 'on' | 'waitUntilReady' | 'close'>
