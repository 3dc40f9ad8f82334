import { expect, it } from 'vitest'
import { keepCrew, nextSize } from './crew.ts'

it('does more jobs at once while the processors have time, fewer while others need them, and always some', () => {
  expect(nextSize(3, 0.9, 20)).toBe(6)
  expect(nextSize(16, 0.9, 20)).toBe(20)
  expect(nextSize(8, 0.2, 20)).toBe(8)
  expect(nextSize(20, 0.1, 20)).toBe(10)
  expect(nextSize(3, 0, 20)).toBe(2)
  expect(nextSize(1, 0, 1)).toBe(1)
})

/** Processors that were busy for so many milliseconds of each hundred, look after look, ten of them with workers. */
function processors(...busy: readonly number[]) {
  const total = { user: 0, nice: 0, sys: 0, irq: 0, idle: 0 }
  const looks = [0, ...busy]
  return {
    look() {
      const next = looks.shift()
      if (next !== undefined) {
        total.user += next - 10
        total.nice += 10
        total.idle += 100 - next
      }
      return [{ times: { ...total } }]
    },
    areAllSeen: () => looks.length === 0,
  }
}

it('follows what the processors have done since the last look, until it is told to end', async () => {
  const sizes: number[] = []
  const worker = {
    get concurrency() {
      return sizes.at(-1) ?? 8
    },
    set concurrency(size: number) {
      sizes.push(size)
    },
  }
  const ending = new AbortController()
  const seen = processors(100, 90, 80, 50, 10)
  const keeping = keepCrew(worker, 10, ending.signal, () => seen.look())
  await expect.poll(() => seen.areAllSeen()).toBe(true)
  ending.abort()
  await keeping
  expect(sizes.slice(0, 4)).toEqual([4, 2, 2, 4])
})

it('does as many as it may where the system tells nothing of its processors', async () => {
  const worker = { concurrency: 3 }
  const ending = new AbortController()
  const keeping = keepCrew(worker, 12, ending.signal, () => [])
  await expect.poll(() => worker.concurrency).toBe(12)
  ending.abort()
  await keeping
})
