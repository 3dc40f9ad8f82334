import { describe, expect, it, test } from 'vitest'
import { conflictInWords, daysInWords, outInWords } from './words.ts'

const problem = {
  type: 'about:blank',
  title: 'Conflict',
  status: 409,
  detail: '',
  message: '',
  code: 'dates-unavailable',
}
const year = new Date().getFullYear()

describe('what the server found in the way', () => {
  const booking = { id: 'b1', reference: 'BR-1', pickupDate: `${year}-12-08`, dropoffDate: `${year}-12-10` }

  it('is a booking: named in words, with the way to it', () => {
    const said = conflictInWords({ ...problem, conflicts: [booking] }, 'Ford Fiesta')
    expect(said?.words).toMatch(/^Ford Fiesta is booked then: #BR-1, \w+ 8 → \w+ 10 Dec\.$/)
    expect(said?.ways).toEqual([{ words: 'Open booking #BR-1', address: '?tab=bookings&booking=b1' }])
  })
  it('is other maintenance', () => {
    const block = { id: 'm1', kind: 'mot', from: `${year}-12-08`, to: `${year}-12-09` }
    const said = conflictInWords({ ...problem, conflicts: [], maintenance: [block] }, 'Ford Fiesta')
    expect(said?.words).toMatch(/^Ford Fiesta is in maintenance then: MOT, \w+ 8 → \w+ 9 Dec\.$/)
    expect(said?.ways).toEqual([])
  })
  it('is left to the server to say when it is something else', () =>
    expect(conflictInWords({ ...problem, code: 'maintenance-over' }, 'Ford Fiesta')).toBeUndefined())
})

test('days lead to the one on which the vehicle is back', () => {
  expect(daysInWords({ from: `${year}-12-08`, to: `${year}-12-10` })).toMatch(/^\w+ 8 → \w+ 10 Dec$/)
  expect(outInWords({ kind: 'cleaning', to: '2026-12-10' })).toBe('Cleaning, back Thu 10 Dec')
})
