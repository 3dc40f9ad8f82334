import { expect, it } from 'vitest'
import { chanceOf } from '../../tests/system/support/random.ts'
import { BACK_WITHIN } from '../checker/damage.ts'
import type { FaultName } from '../history.ts'
import { AWAY, KINDS, planFaults } from './plan.ts'

const MINUTE = 60_000
const HERE = { backWithin: BACK_WITHIN, possible: () => true, servers: [] }
const plan = (seed: number, minutes: number, possible: (name: FaultName) => boolean = () => true) =>
  planFaults(chanceOf(seed), { ...HERE, lasts: minutes * MINUTE, possible })

it('the same seed plans the same faults, another one others', () => {
  expect(plan(7, 3)).toEqual(plan(7, 3))
  expect(plan(7, 3)).not.toEqual(plan(8, 3))
})

it('faults come one after another, all within the time', () => {
  const faults = plan(1, 10)
  const times = faults.map(({ at }) => at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(10 * MINUTE)
  expect(faults.length).toBeGreaterThan(100)
})

it('every kind has its turn in a long run, unless it cannot be made here', () => {
  const kinds = new Set(plan(1, 120).map(({ name }) => name))
  expect(kinds).toEqual(new Set([...KINDS, AWAY].map(({ name }) => name)))
  const without = plan(1, 120, (name) => name !== 'full-disk')
  expect(without.map(({ name }) => name)).not.toContain('full-disk')
})

it('now and then nothing happens for so long that all must be back, and that errors have no excuse any more', () => {
  const faults = plan(1, 3)
  const calm = faults.slice(1).filter((next, index) => {
    const over = Math.max(...faults.slice(0, index + 1).map(({ at, lasts }) => at + lasts))
    return next.at > over + BACK_WITHIN
  })
  expect(calm.length).toBeGreaterThanOrEqual(4)
})

it('once a round something is away for a minute, and nothing else happens until it must be back', () => {
  for (const minutes of [3, 10]) {
    const faults = plan(1, minutes)
    const [away, ...more] = faults.filter(({ name }) => name === 'away')
    expect(more).toEqual([])
    expect(away?.lasts).toBe(60_000)
    const from = away?.at ?? 0
    expect(faults.filter(({ at }) => at > from && at < from + 60_000 + BACK_WITHIN)).toEqual([])
  }
})

it('where recovery may take longer, the same faults come in the same order, later', () => {
  const without = (faults: ReturnType<typeof plan>) => faults.map((fault) => ({ ...fault, at: 0 }))
  const slow = planFaults(chanceOf(7), { ...HERE, lasts: 10 * MINUTE, backWithin: 3 * BACK_WITHIN })
  expect(slow.length).toBeLessThan(plan(7, 10).length)
  expect(without(slow)).toEqual(without(plan(7, 10)).slice(0, slow.length))
})

it.each(['event store', 'redis'] as const)('what there is besides is hit, and the ways to it: %s', (server) => {
  const hit = planFaults(chanceOf(1), { ...HERE, lasts: 120 * MINUTE, servers: [server] })
    .filter(({ place }) => place.endsWith(server))
    .map(({ name, place }) => `${name}: ${place}`)
  expect(hit).toEqual(expect.arrayContaining([`freeze: ${server}`, `restart: ${server}`, `cut: workers to ${server}`]))
  expect(plan(1, 120).filter(({ place }) => place.endsWith(server))).toEqual([])
})

it.each([
  ['mail server', 'workers to mail server'],
  ['object storage', 'all to object storage'],
] as const)('%s is killed, stands still, is away, and is hard to reach', (server, way) => {
  const hit = planFaults(chanceOf(1), { ...HERE, lasts: 120 * MINUTE, servers: [server] })
    .filter(({ place }) => place.endsWith(server))
    .map(({ name, place }) => `${name}: ${place}`)
  const expected = ['cut', 'stall', 'delay'].map((name) => `${name}: ${way}`)
  expect(hit).toEqual(expect.arrayContaining([`freeze: ${server}`, `restart: ${server}`, ...expected]))
})
