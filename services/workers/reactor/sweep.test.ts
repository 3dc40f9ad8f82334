import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { openMailQueue } from '../queue/mail-queue.ts'
import { dueForLong } from '../testing/ledger.ts'
import { settle } from './ledger.ts'
import { runSweep } from './sweep.ts'

it('an emptied queue is filled again no further than it has room; all that is due comes into it in the end', async () => {
  const test = await createTestDatabase()
  onTestFinished(() => test.drop())
  const log = createLog({ service: 'test', level: 'error' })
  const database = await createDatabase({ connectionString: test.url, applicationName: 'test' })
  onTestFinished(() => database.end())
  const queue = await openMailQueue({ databaseUrl: test.url, log })
  onTestFinished(() => queue.close())
  const due = await dueForLong(database, 7)
  let looks = 0
  const watched = {
    ...queue,
    ready: () => {
      looks += 1
      return queue.ready()
    },
  }
  const ending = new AbortController()
  const sweeping = runSweep({ database, queue: watched, log, every: 50, room: 2 }, ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await sweeping
  })
  // Twice it found the queue full: it has added what it had room for by then.
  await expect.poll(() => looks).toBeGreaterThan(3)
  expect(await queue.waiting()).toBe(2)

  const handled = new Set<string>()
  const worker = await queue.work(async (id) => {
    handled.add(id)
    await settle(database, id)
  })
  onTestFinished(() => worker.close())
  await expect.poll(() => [...handled].toSorted()).toEqual(due.toSorted())
})
