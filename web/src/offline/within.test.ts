import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { comesWithin, within } from './within.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a page that slept while the store was asked takes the answer that was there all the while', async () => {
  const answer = Promise.withResolvers<string>()
  const asking = within(() => answer.promise)
  // It wakes: the one timer that it has is over, and is looked at before the answer.
  vi.advanceTimersToNextTimer()
  answer.resolve('kept')
  expect(await asking).toBe('kept')
})

it('a store that stays silent is waited for once, and hardly at all the next time', async () => {
  const silence = new Promise<never>(() => {})
  for (const patience of [3_000, 100]) {
    const asking = within(() => silence).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(patience)
    expect(await asking).toMatchObject({ message: 'The store on this device does not answer' })
  }
  expect(await within(async () => 'back')).toBe('back')
})

it('a store that was silent is waited for as long as it is said to be, by whoever must know', async () => {
  const first = within(() => new Promise(() => {})).catch(() => 'silent')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await first).toBe('silent')
  const second = within(() => new Promise((resolve) => setTimeout(resolve, 4_000, 'kept')), 20_000)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await second).toBe('kept')
})

it('a page that slept for longer than it waits takes what has come meanwhile, and waits for nothing that has come', async () => {
  const coming = Promise.withResolvers<void>()
  const waiting = comesWithin(1_000, coming.promise)
  vi.advanceTimersToNextTimer()
  coming.resolve()
  expect(await waiting).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

it('what does not come is waited for no longer than that, and what fails is told of', async () => {
  const waiting = comesWithin(1_000, new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBe(false)
  await expect(comesWithin(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no')
})
