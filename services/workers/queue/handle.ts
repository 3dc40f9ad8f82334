import { deliveries } from '@forecourt/kit/metrics.ts'
import { ContractTask } from '../contracts/contracts-for.ts'
import { type Making, makeContract } from '../contracts/make.ts'
import { factAt } from '../mail/booking-history.ts'
import { type Delivery, deliver } from '../mail/deliver.ts'
import { Template } from '../mail/mails-for.ts'
import { TryAgainLater } from '../mail/patience.ts'
import { Groundless } from '../reactor/due-for.ts'
import { strikeOut } from '../reactor/ledger.ts'
import type { Settling } from '../reactor/settling.ts'
import type { MailJob } from './mail-job.ts'

/** What the workers do their jobs with. */
export type Work = Delivery & Making & Pick<Settling, 'settled'>

/**
 * Does what a job is for; it is due no more then. What nothing calls for is not done, and not taken for done.
 * @throws whatever stood in its way: the job is tried again
 */
export async function handle(work: Work, id: string, job: MailJob): Promise<void> {
  try {
    const task = ContractTask.safeParse(job.template)
    if (task.success) await makeContract(work, id, task.data, job)
    else await deliver(work, id, { ...job, template: Template.parse(job.template) })
    work.settled(id)
    deliveries.inc({ task: job.template, outcome: 'done' })
  } catch (error) {
    if (error instanceof Groundless) {
      await strikeOut(work.database, id, job)
      const { stream, template } = job
      work.log.warn({ jobId: id, template, stream }, 'a job was dropped: nothing in the log calls for it')
      return
    }
    deliveries.inc({ task: job.template, outcome: 'tried again' })
    // Who asks for another try by itself has said why.
    if (!(error instanceof TryAgainLater)) {
      const { stream, template } = job
      const fields = { correlationId: await requestOf(work, job), jobId: id, template, stream, error }
      work.log.warn(fields, 'a job stood still and is tried again')
    }
    throw error
  }
}

/** The request from which the job follows; undefined when the log does not answer either. */
async function requestOf({ eventLog }: Delivery, job: MailJob): Promise<string | undefined> {
  return await factAt(eventLog, job).then(
    ({ metadata }) => metadata.$correlationId,
    () => undefined,
  )
}
