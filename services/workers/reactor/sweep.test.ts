import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { expect, it, onTestFinished } from 'vitest'
import { openMailQueue } from '../queue/mail-queue.ts'
import { dueForDays, mailsDue, reminders, remindersDueForDays } from '../testing/ledger.ts'
import { forgetSettled } from './forget-settled.ts'
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
  const due = await dueForDays(database, 1, { count: 7 })
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

it('what was settled a month ago is forgotten; what is due still is not, however old it is', async () => {
  const test = await createTestDatabase()
  onTestFinished(() => test.drop())
  const database = await createDatabase({ connectionString: test.url, applicationName: 'test' })
  onTestFinished(() => database.end())
  await dueForDays(database, 31, { settled: true })
  await dueForDays(database, 29, { settled: true })
  await dueForDays(database, 400)
  await remindersDueForDays(database, 31, true)
  await remindersDueForDays(database, 31, false)
  await forgetSettled(database)
  expect(await mailsDue(database, sql.fragment`settled`)).toBe(1)
  expect(await mailsDue(database, sql.fragment`not settled`)).toBe(1)
  expect(await reminders(database, sql.fragment`settled`)).toBe(0)
  expect(await reminders(database, sql.fragment`not settled`)).toBe(1)
})
