import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Line } from './history.ts'
import { notingStandstills } from './standstills.ts'

it('a process that stood still for more than a second writes that down, and one that was busy for less does not', async () => {
  const lines: Line[] = []
  const noting = notingStandstills({
    write: (line) => void lines.push(line),
    lost: new AbortController().signal,
    close: async () => {},
  })
  await delay(300)
  standStill(300)
  await delay(300)
  const before = lines.length
  const began = Date.now()
  standStill(2_000)
  await delay(300)
  await noting.close()
  standStill(1_500)
  await delay(300)
  for (const line of lines)
    expect(line.kind === 'standstill' && line.endedAt - line.startedAt).toBeGreaterThanOrEqual(1_000)
  const [noted] = lines.slice(before)
  if (noted?.kind !== 'standstill') throw new Error('nothing was written down')
  expect(noted.endedAt).toBeGreaterThanOrEqual(began + 2_000)
  expect(noted.endedAt - noted.startedAt).toBeGreaterThan(1_500)
  expect(noted.startedAt).toBeLessThan(began + 500)
})

function standStill(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}
