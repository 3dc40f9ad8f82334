import { describe, expect, it, vi } from 'vitest'
import { askAgain, trueUntil } from './freshness.ts'

const [answered, heard] = [new Date(2026, 10, 21, 9, 42).getTime(), new Date(2026, 10, 21, 9, 50).getTime()]
const answer = { dataUpdatedAt: answered, isInvalidated: false, status: 'success' } as const

describe('what is shown is known to be true', () => {
  it.each([
    ['up to the last word of the server, which has not said otherwise', answer, heard, heard],
    ['from its answer on, when that is later than the last word', { ...answer, dataUpdatedAt: heard }, answered, heard],
    ['up to its answer, when nobody listens', answer, undefined, answered],
    ['up to its answer, when the server has said that it changed', { ...answer, isInvalidated: true }, heard, answered],
    ['up to its answer, when it could not be asked for again', { ...answer, status: 'error' }, heard, answered],
  ] as const)('%s', (_, state, heardAt, until) => expect(trueUntil(state, heardAt)).toBe(until))
})

it('a server whose rows stand still is asked again soon, and then less and less often, whatever it answers', async () => {
  vi.useFakeTimers()
  const began = Date.now()
  const after: number[] = []
  const stop = askAgain(async () => void after.push(Date.now() - began))
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(after[0]).toBeLessThanOrEqual(4_000)
  expect(after.length).toBeGreaterThan(15)
  expect(after.length).toBeLessThan(30)
  stop()
  const times = after.length
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(after).toHaveLength(times)
})
