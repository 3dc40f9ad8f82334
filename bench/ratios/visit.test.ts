import { expect, it } from 'vitest'
import type { Side } from '../sides/side.ts'
import { changes, dropDecided, visited } from './visit.ts'

const tenant = { businessId: 'b', slug: 's', cookie: 'c', vehicles: ['v'] }
const side: Side = {
  name: 'crud-fn',
  targets: [
    { read: 'http://first', write: 'http://first' },
    { read: 'http://second', write: 'http://second' },
  ],
  lookupKey: '',
  town: { desk: tenant, hot: tenant, others: [tenant] },
  book: async () => '',
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

it('sends changes to the process that answers no reads, where there are two', () => {
  expect(changes(visited(side)).targets).toEqual([side.targets[1]])
})
