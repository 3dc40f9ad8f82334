import { expect, it } from 'vitest'
import { chanceOf } from '../../tests/system/support/random.ts'
import { KINDS, planFaults } from './plan.ts'

const MINUTE = 60_000
const anything = () => true
const plan = (seed: number) => planFaults(chanceOf(seed), 3 * MINUTE, anything)

it('the same seed plans the same faults, another one others', () => {
  expect(plan(7)).toEqual(plan(7))
  expect(plan(7)).not.toEqual(plan(8))
})

it('faults come one after another, all within the time', () => {
  const faults = planFaults(chanceOf(1), 10 * MINUTE, anything)
  const times = faults.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(10 * MINUTE)
  expect(faults.length).toBeGreaterThan(100)
})

it('every kind has its turn in a long run, unless it cannot be made here', () => {
  const kinds = new Set(planFaults(chanceOf(1), 120 * MINUTE, anything).map(({ name }) => name))
  expect(kinds).toEqual(new Set(KINDS.map(({ name }) => name)))
  const without = planFaults(chanceOf(1), 120 * MINUTE, (name) => name !== 'full-disk')
  expect(without.map(({ name }) => name)).not.toContain('full-disk')
})
