import { describe, expect, it } from 'vitest'
import { bookingOf, requestAfter } from '../load/requests.ts'
import { idleSide } from '../sides/testing/idle-side.ts'
import {
  changes,
  dropDecided,
  keepMixed,
  keepTown,
  leaveHot,
  neverVisited,
  pendingOfAll,
  requestsOfAll,
  requestsOfHot,
  requestsOfTown,
} from './visit.ts'

const tenant = { businessId: 'b', slug: 's', cookie: 'c', vehicles: ['v'] }
const targets = [
  { read: 'http://first', write: 'http://first' },
  { read: 'http://second', write: 'http://second' },
]
const side = idleSide({ desk: tenant, hot: tenant, others: [tenant] }, { targets })
const none = { perSecond: 0, p50: 0, p99: 0 }
const decided = (used: number) => ({
  ...none,
  requests: none,
  times: [],
  made: [],
  writes: used,
  unchanged: 0,
  stale: 0,
  used,
})

it('says when staff had nothing left to decide about', () => {
  const visited = neverVisited(side)
  visited.pending = ['a', 'b', 'c'].map((id) => ({ id, cookie: 'c' }))
  expect(dropDecided(visited, decided(2))).toBeUndefined()
  expect(visited.pending.map(({ id }) => id)).toEqual(['c'])
  expect(dropDecided(visited, decided(1))).toBe('crud-fn had no more than 1 bookings to decide about')
})

it('asks for the vehicle that everybody wants until its days are given away, and never for a day too far ahead', () => {
  const vehicles = ['v', 'w', 'x']
  const visited = neverVisited({ ...side, town: { ...side.town, hot: { ...tenant, vehicles } } })
  const asked = Array.from({ length: 900 }, (_, number) => bookingOf(requestsOfHot(visited), number))
  expect(asked.slice(0, 300).every(({ carId }) => carId === 'v')).toBe(true)
  expect(asked.slice(300, 600).every(({ carId }) => carId === 'w')).toBe(true)
  expect(new Set(asked.map(({ carId, pickupDate }) => `${carId} ${pickupDate}`)).size).toBe(900)
  const latest =
    asked
      .map(({ dropoffDate }) => dropoffDate)
      .toSorted()
      .at(-1) ?? ''
  expect(Date.parse(latest) - Date.now()).toBeLessThan(700 * 86_400_000)
  leaveHot(visited, 10)
  expect(bookingOf(requestsOfHot(visited), visited.sent.hot).carId).toBe('w')
})

it('sends changes to the process that answers no reads, where there are two', () => {
  expect(changes(neverVisited(side), ['rejected']).targets).toEqual([side.targets[1]])
})

it('sends fifty changes a second, whatever becomes of each request', () => {
  expect(changes(neverVisited(side), ['rejected']).perSecond).toBe(25)
  expect(changes(neverVisited(side), ['approved', 'rejected']).perSecond).toBeCloseTo(50 / 3, 6)
})

const bookings = (name: string, cookie: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ id: `${name}${number}`, cookie }))
const made = (vehicles: readonly string[]) => ({
  ...decided(vehicles.length),
  made: vehicles.map((vehicle, number) => ({ id: `made ${number}`, vehicle })),
})

it('asks the town for no more than its vehicles take, and says so: a request more would be refused, and end the run', () => {
  const visited = neverVisited({
    ...side,
    town: { desk: tenant, hot: tenant, others: [{ ...tenant, vehicles: ['v', 'w'] }] },
  })
  visited.pending = bookings('p', 'c', 87)
  expect(requestsOfTown(visited).count).toBe(3)
  expect(keepTown(visited, made(['v', 'w']))).toBeUndefined()
  expect(keepTown(visited, made(['v']))).toBe('crud-fn had no room for more requests')
  expect(requestsOfTown(visited).count).toBe(0)
})

describe('a mixed load', () => {
  const desk = { ...tenant, cookie: 'desk', vehicles: ['d', 'e'] }
  const mixed = () =>
    neverVisited({ ...side, town: { desk, hot: tenant, others: [{ ...tenant, vehicles: ['v', 'w'] }] } })

  it('asks for a vehicle of the business that is looked at each twentieth time, and never twice for the same days', () => {
    const visited = mixed()
    const asked = Array.from({ length: 100 }, (_, used) => requestAfter(requestsOfAll(visited), used))
    const places = asked.flatMap(({ carId }, index) => (desk.vehicles.includes(carId) ? [index + 1] : []))
    expect(places).toEqual([20, 40, 60, 80, 100])
    expect(new Set(asked.map(({ carId, pickupDate }) => `${carId} ${pickupDate}`)).size).toBe(100)
  })

  it('asks there for no more than its vehicles take, and says so', () => {
    const visited = mixed()
    visited.pending = bookings('p', 'c', 40)
    visited.pendingAtDesk = bookings('d', 'desk', 88)
    const asked = Array.from({ length: 100 }, (_, used) => requestAfter(requestsOfAll(visited), used).carId)
    expect(asked.filter((vehicle) => desk.vehicles.includes(vehicle))).toHaveLength(2)
    expect(keepMixed(visited, made(asked), decided(10))).toBe('crud-fn had no room for more requests at the desk')
  })

  it('decides about a booking of that business each twentieth time, and each once', () => {
    const visited = mixed()
    visited.pending = bookings('p', 'c', 100)
    visited.pendingAtDesk = bookings('d', 'desk', 3)
    const all = pendingOfAll(visited).map(({ id }) => id)
    expect([all[18], all[19], all[20], all[39], all[59], all[79]]).toEqual(['p18', 'd0', 'p19', 'd1', 'd2', 'p76'])
    expect([all.length, new Set(all).size]).toEqual([103, 103])
    expect(keepMixed(visited, made(['v', 'd', 'w']), decided(40))).toBeUndefined()
    expect(visited.pending.map(({ id }) => id)).toEqual([
      ...all.slice(40).filter((id) => id !== 'd2'),
      'made 0',
      'made 2',
    ])
    expect(visited.pendingAtDesk.map(({ id }) => id)).toEqual(['d2', 'made 1'])
    expect(visited.sent).toEqual({ others: 2, desk: 1, hot: 0 })
  })

  it('says when there was nothing left to decide about', () => {
    const visited = mixed()
    visited.pending = bookings('p', 'c', 30)
    visited.pendingAtDesk = bookings('d', 'desk', 1)
    expect(keepMixed(visited, made([]), decided(20))).toBe('crud-fn had too few bookings to decide about')
  })
})
