import { expect, it } from 'vitest'
import type { Fault, History, Request } from '../history.ts'
import { historyOf } from '../history-file.ts'
import { madeRequest } from '../testing/made-request.ts'
import { BACK_WITHIN } from './damage.ts'
import { faultsOfRecovery, longestAway } from './recovery.ts'

const EMPTY = historyOf([{ kind: 'beginning', seed: 1, at: 0, tenants: [] }])

const fault = (name: Fault['name'], target: Fault['target'], startedAt: number, endedAt: number): Fault => ({
  kind: 'fault',
  id: `${startedAt}`,
  name,
  target,
  place: target,
  startedAt,
  endedAt,
})

const read = (startedAt: number, more: Partial<Request> = {}) =>
  madeRequest('listBookings', startedAt, { seen: '1', ...more })
const silent = (startedAt: number) => read(startedAt, { answer: { kind: 'none', why: 'reset' } })

/** What is said of fresh rows. */
const ofFreshness = (history: Partial<History>, backWithin = BACK_WITHIN) =>
  faultsOfRecovery({ history: { ...EMPTY, ...history }, backWithin }).filter((said) =>
    said.includes('queries with fresh rows'),
  )

const KILLED = fault('kill', 'projector', 1_000, 1_000)
const requests = [silent(2_000), silent(8_000), silent(14_000), read(21_000)]

it('rows that nobody sees because the gateway is away are not late', () => {
  const faults = [KILLED, fault('stall', 'gateway', 1_500, 20_000)]
  expect(ofFreshness({ faults, requests })).toEqual([])
})

it('rows that nobody sees although the gateway is there are late', () => {
  expect(ofFreshness({ faults: [KILLED], requests })).toEqual([
    expect.stringMatching(/^after kill of projector \(1000\) queries with fresh rows were answered 20\.1 s later$/),
  ])
})

it('fresh rows are waited for after a fault of the gateway, too', () => {
  const faults = [fault('stall', 'gateway', 1_000, 2_000)]
  expect(ofFreshness({ faults, requests })).toEqual([
    expect.stringMatching(/^after stall of gateway \(1000\) queries with fresh rows were answered/),
  ])
})

it('a process that nobody asks for anything is missed all the same', () => {
  const missing = [{ kind: 'missing', process: 'workers', at: 20_000 }] as const
  expect(faultsOfRecovery({ history: { ...EMPTY, missing }, backWithin: BACK_WITHIN })).toEqual([
    'workers was not ready again 10 s after the last fault',
  ])
})

it('what has to start nothing may not be away for as long as three starts on a slow machine', () => {
  const history = { ...EMPTY, requests: [silent(3_000), silent(14_000), read(18_000)] }
  const of = (name: Fault['name']) =>
    faultsOfRecovery({ history: { ...history, faults: [fault(name, 'projector', 1_000, 2_000)] }, backWithin: 30_000 })
  expect(of('kill').filter((said) => said.includes('fresh rows'))).toEqual([])
  expect(of('freeze').filter((said) => said.includes('fresh rows'))).toEqual([
    expect.stringMatching(/^after freeze of projector \(1000\) queries with fresh rows were answered 16\.1 s later$/),
  ])
})

it('how long all was away is told of each kind of fault by its longest time', () => {
  const faults = [fault('kill', 'projector', 1_000, 1_000), fault('kill', 'projector', 40_000, 40_000)]
  const history = {
    ...EMPTY,
    faults,
    requests: [silent(2_000), read(3_000), read(4_000), silent(41_000), read(45_000)],
  }
  expect(longestAway({ history, backWithin: BACK_WITHIN })).toEqual({ kill: 5_100 })
})

it('who was killed has their time to start, though a process that they need was stopped for a moment after it', () => {
  const faults = [fault('kill', 'gateway', 1_000, 1_000), fault('freeze', 'query', 1_500, 2_000)]
  expect(ofFreshness({ faults, requests: [silent(3_000), read(19_000)] }, 30_000)).toEqual([])
  expect(ofFreshness({ faults, requests: [silent(3_000), read(32_000)] }, 30_000)).toEqual([
    expect.stringMatching(/^after freeze of query \(1500\) queries with fresh rows were answered 30\.1 s later$/),
  ])
})

it('how long all was away is told of faults that came alone, and of what somebody asked for in vain', () => {
  const several = [fault('kill', 'gateway', 1_000, 1_000), fault('freeze', 'query', 1_500, 2_000)]
  const together = { ...EMPTY, faults: several, requests: [silent(3_000), read(9_000)] }
  expect(longestAway({ history: together, backWithin: BACK_WITHIN })).toEqual({})
  const alone = { ...EMPTY, faults: [KILLED], requests: [read(900), read(8_000)] }
  expect(longestAway({ history: alone, backWithin: BACK_WITHIN })).toEqual({})
})
