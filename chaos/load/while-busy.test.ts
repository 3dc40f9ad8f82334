import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { whileBusy } from './while-busy.ts'

const untilOver = async (over: AbortSignal): Promise<void> => {
  if (!over.aborted) await once(over, 'abort')
}

it('people are busy until the work is done', async () => {
  let atHome = 0
  const live = async (over: AbortSignal) => {
    await untilOver(over)
    atHome += 1
  }
  const done = await whileBusy([live, live], async () => {
    expect(atHome).toBe(0)
    return 'done'
  })
  expect([done, atHome]).toEqual(['done', 2])
})

it('somebody who cannot make sense of an answer ends the run in order, and is its failure', async () => {
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('unhandledRejection', hear)
  onTestFinished(() => void process.off('unhandledRejection', hear))
  const failure = new Error('the answer has no id')
  const happened: string[] = []
  const run = whileBusy(
    [
      async () => {
        throw failure
      },
      async (over) => {
        await untilOver(over)
        await delay(20)
        happened.push('the other one has gone home')
      },
    ],
    async (broken) => {
      await untilOver(broken)
      await delay(1)
      happened.push('no more faults are made')
    },
  )
  await expect(run).rejects.toBe(failure)
  expect(happened).toEqual(['no more faults are made', 'the other one has gone home'])
  expect(unheard).toEqual([])
})

it('when the work fails everybody goes home, too', async () => {
  let isAtHome = false
  const failure = new Error('no fault could be written down')
  const run = whileBusy(
    [
      async (over) => {
        await untilOver(over)
        isAtHome = true
      },
    ],
    async () => {
      throw failure
    },
  )
  await expect(run).rejects.toBe(failure)
  expect(isAtHome).toBe(true)
})
