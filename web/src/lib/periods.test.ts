import { expect, it } from 'vitest'
import { byFirstDay, hireDays, overlap } from './periods.ts'

it.each([
  ['2026-12-08', '2026-12-10', true],
  ['2026-12-09', '2026-12-20', true],
  ['2026-12-01', '2026-12-09', true],
  // Half-open: it is back in the morning, and let in the morning.
  ['2026-12-01', '2026-12-08', false],
  ['2026-12-10', '2026-12-12', false],
])('the days from %s to %s have one of 8 to 10 December: %s', (pickupDate, dropoffDate, isShared) => {
  const [one, other] = [hireDays({ pickupDate, dropoffDate }), { from: '2026-12-08', to: '2026-12-10' }]
  expect([overlap(one, other), overlap(other, one)]).toEqual([isShared, isShared])
})

it('the earliest comes first', () => {
  const [early, late] = [
    { from: '2026-12-01', to: '2026-12-31' },
    { from: '2026-12-08', to: '2026-12-09' },
  ]
  expect([late, early].toSorted(byFirstDay)).toEqual([early, late])
})
