import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { addDays, monthBounds } from './civil-date.ts'
import { daysOf, daysWithin, holdsDay, overlaps, type Period } from './period.ts'
import { day } from './testing/rental.ts'

const period = (pickup: string, dropoff: string): Period => ({ pickupDate: day(pickup), dropoffDate: day(dropoff) })
const hire = period('2026-10-23', '2026-10-28')

it('holds the days from pickup through the day before dropoff; the dropoff day is free', () => {
  expect(daysOf(hire)).toBe(5)
  expect(holdsDay(hire, day('2026-10-22'))).toBe(false)
  expect(holdsDay(hire, day('2026-10-23'))).toBe(true)
  expect(holdsDay(hire, day('2026-10-27'))).toBe(true)
  expect(holdsDay(hire, day('2026-10-28'))).toBe(false)
})

it.each([
  ['ends as it begins', '2026-10-20', '2026-10-23', false],
  ['begins as it ends', '2026-10-28', '2026-10-30', false],
  ['shares its first day', '2026-10-20', '2026-10-24', true],
  ['shares its last day', '2026-10-27', '2026-10-30', true],
  ['is the same', '2026-10-23', '2026-10-28', true],
  ['lies within', '2026-10-25', '2026-10-26', true],
  ['goes beyond on both sides', '2026-10-01', '2026-11-30', true],
  ['is long over', '2025-10-23', '2025-10-28', false],
])('tells whether one that %s overlaps', (_, pickup, dropoff, expected) => {
  expect(overlaps(hire, period(pickup, dropoff))).toBe(expected)
  expect(overlaps(period(pickup, dropoff), hire)).toBe(expected)
})

const periods = fc
  .record({ start: fc.integer({ min: 0, max: 40 }), length: fc.integer({ min: 1, max: 12 }) })
  .map(({ start, length }) => {
    const pickupDate = addDays(day('2026-10-10'), start)
    return { pickupDate, dropoffDate: addDays(pickupDate, length) }
  })

function daysHeld({ pickupDate, dropoffDate }: Period): string[] {
  const days: string[] = []
  for (let date = pickupDate; date < dropoffDate; date = addDays(date, 1)) days.push(date)
  return days
}

const shared = (a: readonly string[], b: readonly string[]) => a.filter((held) => b.includes(held)).length

test('two periods overlap exactly when they share a day', () => {
  fc.assert(
    fc.property(periods, periods, (a, b) => {
      expect(overlaps(a, b)).toBe(shared(daysHeld(a), daysHeld(b)) > 0)
    }),
  )
})

test('the days within a month are those of its days that are held', () => {
  const { first, next } = monthBounds(2026, 9)
  const october = daysHeld({ pickupDate: first, dropoffDate: next })
  fc.assert(
    fc.property(periods, (held) => {
      expect(daysWithin(held, first, next)).toBe(shared(daysHeld(held), october))
    }),
  )
})
