import type { Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dueForDays, mailsDue, manySettledForDays, reminders, remindersDueForDays, scansOf } from '../testing/ledger.ts'
import { openQueue, untilTestFinished } from '../testing/open-queue.ts'
import { forgetSettled } from './forget-settled.ts'
import { settle } from './ledger.ts'
import { runSweep } from './sweep.ts'

/** More than two sweeps forget. */
const MANY = 120_000

const settled = async (database: Database) => await mailsDue(database, sql.fragment`settled`)

it('an emptied queue is filled again no further than it has room; all that is due comes into it in the end', async () => {
  const { database, queue, log, looks } = await openQueue()
  const due = await dueForDays(database, 1, { count: 7 })
  untilTestFinished((signal) => runSweep({ database, queue, log, every: 50, room: 2 }, signal))
  // Twice it found the queue full: it has added what it had room for by then.
  await expect.poll(looks).toBeGreaterThan(3)
  expect(await queue.waiting()).toBe(2)

  const handled = new Set<string>()
  const worker = await queue.work(async (id) => {
    handled.add(id)
    await settle(database, [id])
  })
  onTestFinished(() => worker.close())
  await expect.poll(() => [...handled].toSorted()).toEqual(due.toSorted())
})

it('what is due is found by the database’s clock, also where the process’s own is an hour behind', async () => {
  const { database, queue, log } = await openQueue()
  const [due] = await dueForDays(database, 0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  untilTestFinished((signal) => runSweep({ database, queue, log, every: 50, grace: 100 }, signal))
  await expect.poll(async () => JSON.stringify(await queue.peek())).toContain(due)
})

it('what was settled a month ago is forgotten; what is due still is not, however old it is', async () => {
  const { database } = await openQueue()
  await dueForDays(database, 31, { settled: true })
  await dueForDays(database, 29, { settled: true })
  await dueForDays(database, 400)
  await remindersDueForDays(database, 31, true)
  await remindersDueForDays(database, 31, false)
  await Array.fromAsync(forgetSettled(database))
  expect(await mailsDue(database, sql.fragment`settled`)).toBe(1)
  expect(await mailsDue(database, sql.fragment`not settled`)).toBe(1)
  expect(await reminders(database, sql.fragment`settled`)).toBe(0)
  expect(await reminders(database, sql.fragment`not settled`)).toBe(1)
})

it('while very much is forgotten, what is due comes into the queue as ever', async () => {
  const { database, queue, log } = await openQueue()
  await manySettledForDays(database, 31, MANY)
  untilTestFinished((signal) => runSweep({ database, queue, log, every: 1_000 }, signal))
  await expect.poll(() => settled(database)).toBeLessThan(MANY)
  await dueForDays(database, 1)
  await expect.poll(() => queue.waiting()).toBe(1)
  expect(await settled(database)).toBeGreaterThan(0)
})

it('a sweep that is to end leaves the rest of what it forgets to the next one', async () => {
  const { database, queue, log } = await openQueue()
  await manySettledForDays(database, 31, MANY)
  const ending = new AbortController()
  const sweep = runSweep({ database, queue, log }, ending.signal)
  await expect.poll(() => settled(database)).toBeLessThan(MANY)
  ending.abort()
  await sweep
  expect(await settled(database)).toBeGreaterThan(0)
  untilTestFinished((signal) => runSweep({ database, queue, log, every: 10 }, signal))
  await expect.poll(() => settled(database)).toBe(0)
})

it('no step of forgetting reads the whole book', async () => {
  const { database } = await openQueue()
  await manySettledForDays(database, 31, 25_000)
  const steps = (await Array.fromAsync(forgetSettled(database))).length
  expect(steps).toBe(2)
  await expect.poll(() => scansOf(database, 'due', 'due_settled')).toEqual({ byIndex: steps + 1, throughout: 0 })
})
