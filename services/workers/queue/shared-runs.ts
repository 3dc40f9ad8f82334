import type { MailJob } from './mail-job.ts'

type Handle = (notificationId: string, job: MailJob) => Promise<void>

/**
 * BullMQ gives a job out again once its lock has lapsed, as it does while the store is away, and may give it to the very
 * process that is still at it: side by side both would find the mail due and send it. Whoever comes second waits for what
 * becomes of the first.
 */
export function sharedRuns(handle: Handle): Handle {
  const underWay = new Map<string, Promise<void>>()
  return async (id, job) => {
    const work = underWay.get(id) ?? handle(id, job).finally(() => underWay.delete(id))
    underWay.set(id, work)
    await work
  }
}
