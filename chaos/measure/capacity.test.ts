import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { capacityOf, isFound } from './capacity.ts'

const ASKING = { seconds: 2, atOnce: 2, stop: new AbortController().signal }

it('where a limit turns people away, what is taken is not the capacity, and that is said', async () => {
  const capacity = await capacityOf(async (number) => {
    await delay(1)
    return number <= 1 ? undefined : 'requestBooking: 429 {"code":"too-many-requests"}'
  }, ASKING)
  // Few are asked where the machine stands still.
  expect(capacity.perSecond).toBeLessThanOrEqual(1 / ASKING.seconds)
  expect(capacity.refused).toBeGreaterThan(0)
  expect(told(capacity)).toEqual([
    false,
    expect.stringMatching(/^The platform takes \d+ booking requests a second\.$/),
    expect.stringMatching(/^Limits have turned \d+ requests away meanwhile: .* nothing is proven/),
  ])
})

it('who is told that it is too much at the moment was turned away by no limit', async () => {
  const capacity = await capacityOf(async (number) => {
    await delay(1)
    return number % 2 === 0 ? undefined : 'requestBooking: 503 {"code":"unavailable"} after 429 ms'
  }, ASKING)
  expect(capacity.refused).toBe(0)
  expect(told(capacity)).toEqual([true, expect.stringMatching(/^The platform takes \d+ booking requests a second\.$/)])
})

function told(capacity: Parameters<typeof isFound>[0]) {
  const said: string[] = []
  const found = isFound(capacity, (line) => said.push(line))
  return [found, ...said]
}
