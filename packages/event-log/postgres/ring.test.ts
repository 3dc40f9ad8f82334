import { expect, it } from 'vitest'
import { createRing } from './ring.ts'

/** Rings far apart: what is told meanwhile is told late, or at the end. */
const FAR = 60_000

it('the first growth after a pause is told at once, and what follows it together, up to the last', async () => {
  const told: bigint[] = []
  const ring = createRing(async (head) => void told.push(head), FAR)
  for (const head of [1n, 2n, 4n, 3n]) ring.grown(head)
  expect(told).toEqual([1n])
  await ring.close()
  expect(told).toEqual([1n, 4n])
})

it('what grew meanwhile is told when the time has come, though nothing follows', async () => {
  const told: bigint[] = []
  const ring = createRing(async (head) => void told.push(head), 20)
  ring.grown(1n)
  ring.grown(2n)
  await expect.poll(() => told, { timeout: 60_000 }).toEqual([1n, 2n])
  await ring.close()
  expect(told).toEqual([1n, 2n])
})

it('whoever cannot be told now is told of the next', async () => {
  const told: bigint[] = []
  const ring = createRing(async (head) => {
    if (head === 1n) throw new Error('the connection is gone')
    told.push(head)
  }, FAR)
  ring.grown(1n)
  ring.grown(2n)
  await ring.close()
  expect(told).toEqual([2n])
})
