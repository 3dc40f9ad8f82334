import { sql } from 'slonik'
import { expect, it } from 'vitest'
import { runSweep } from './reactor/sweep.ts'
import { rightClock } from './right-clock.ts'
import { reminders, remindersDueForDays } from './testing/ledger.ts'
import { openQueue, untilTestFinished } from './testing/open-queue.ts'

const HOUR = 3_600_000
const aheadBy = (milliseconds: number) => () => new Date(Date.now() + milliseconds)

it('a clock is gone by that is near the database’s, and no other', async () => {
  const { database, log } = await openQueue()
  const isRight = async (ahead: number) => await rightClock(database, log, aheadBy(ahead))()
  expect(await isRight(0)).toBe(true)
  expect(await isRight(60_000)).toBe(true)
  expect(await isRight(-60_000)).toBe(true)
  expect(await isRight(HOUR)).toBe(false)
  expect(await isRight(-HOUR)).toBe(false)
})

it('a reminder of tomorrow is not taken for long past by a clock that runs three days ahead', async () => {
  const { database, queue, log } = await openQueue()
  await remindersDueForDays(database, -1, false)
  const now = aheadBy(72 * HOUR)
  const ask = rightClock(database, log, now)
  let asked = 0
  const isRight = () => {
    asked += 1
    return ask()
  }
  untilTestFinished((signal) => runSweep({ database, queue, log, every: 10, now, isRight }, signal))
  await expect.poll(() => asked).toBeGreaterThan(2)
  expect(await reminders(database, sql.fragment`settled`)).toBe(0)
})
