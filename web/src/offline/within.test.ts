import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { within } from './within.ts'

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
