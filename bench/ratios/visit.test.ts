import { expect, it } from 'vitest'
import { bookingOf } from '../load/requests.ts'
import type { Side } from '../sides/side.ts'
import { changes, dropDecided, leaveHot, requestsOfHot, visited } from './visit.ts'

const tenant = { businessId: 'b', slug: 's', cookie: 'c', vehicles: ['v'] }
const side: Side = {
  name: 'crud-fn',
  targets: [
    { read: 'http://first', write: 'http://first' },
    { read: 'http://second', write: 'http://second' },
  ],
  lookupKey: Buffer.alloc(32).toString('base64'),
  town: { desk: tenant, hot: tenant, others: [tenant] },
  book: async () => '',
  countRows: async () => {},
  freeze: async () => {},
  thaw: () => {},
  followUp: async () => ({ mails: 0, documents: 0, left: 0 }),
  settled: async () => true,
  [Symbol.asyncDispose]: async () => {},
}
const decided = (used: number) => ({ perSecond: 0, p50: 0, p99: 0, times: [], made: [], writes: used, used })

it('says when staff had nothing left to decide about', () => {
  const of = visited(side)
  of.pending = ['a', 'b', 'c'].map((id) => ({ id, cookie: 'c' }))
  expect(dropDecided(of, decided(2))).toBeUndefined()
  expect(of.pending.map(({ id }) => id)).toEqual(['c'])
  expect(dropDecided(of, decided(1))).toBe('crud-fn had no more than 1 bookings to decide about')
})

it('asks for the vehicle that everybody wants until its days are given away, and never for a day too far ahead', () => {
  const vehicles = ['v', 'w', 'x']
  const of = visited({ ...side, town: { ...side.town, hot: { ...tenant, vehicles } } })
  const asked = Array.from({ length: 900 }, (_, number) => bookingOf(requestsOfHot(of), number))
  expect(asked.slice(0, 300).every(({ carId }) => carId === 'v')).toBe(true)
  expect(asked.slice(300, 600).every(({ carId }) => carId === 'w')).toBe(true)
  expect(new Set(asked.map(({ carId, pickupDate }) => `${carId} ${pickupDate}`)).size).toBe(900)
  const latest =
    asked
      .map(({ dropoffDate }) => dropoffDate)
      .toSorted()
      .at(-1) ?? ''
  expect(Date.parse(latest) - Date.now()).toBeLessThan(700 * 86_400_000)
  leaveHot(of, 10)
  expect(bookingOf(requestsOfHot(of), of.sent.hot).carId).toBe('w')
})

it('sends changes to the process that answers no reads, where there are two', () => {
  expect(changes(visited(side)).targets).toEqual([side.targets[1]])
})
