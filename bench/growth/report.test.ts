import { expect, it } from 'vitest'
import { percentilesOf } from './report.ts'

it('says which call before its figures, and what the largest size is to the smallest', () => {
  const table = percentilesOf([
    { bookings: 200, timings: new Map([['fleet', [2, 4]]]) },
    { bookings: 400, timings: new Map([['fleet', [3, 6]]]) },
  ])
  expect(table.map((row) => Object.entries(row))).toEqual([
    [
      ['call', 'fleet'],
      ['200 bookings', 4],
      ['400 bookings', 6],
      ['last ÷ first', 1.5],
      ['of medians', 1.5],
    ],
  ])
})
