import { expect, it, vi } from 'vitest'
import { sharedRuns } from './shared-runs.ts'

const JOB = { template: 'new-request', stream: 'rent.schedule-1', revision: '0' } as const

it('a job whose lock has lapsed, and that comes again while it is under way, is done once', async () => {
  const sent = Promise.withResolvers<void>()
  const handle = vi.fn<() => Promise<void>>(() => sent.promise)
  const work = sharedRuns(handle)
  const both = [work('mail', JOB), work('mail', JOB)]
  sent.resolve()
  await Promise.all(both)
  expect(handle).toHaveBeenCalledOnce()
  await work('mail', JOB)
  expect(handle).toHaveBeenCalledTimes(2)
})

it('when it fails, it has failed for both, and is tried again', async () => {
  const handle = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('the log did not answer')))
  const work = sharedRuns(handle)
  const both = await Promise.allSettled([work('mail', JOB), work('mail', JOB)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(work('mail', JOB)).rejects.toThrow('the log did not answer')
  expect(handle).toHaveBeenCalledTimes(2)
})
