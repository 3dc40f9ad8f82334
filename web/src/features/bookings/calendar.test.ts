import { describe, expect, it } from 'vitest'
import { byDay, daysOf, monthsLater } from './calendar.ts'
import { aBooking } from './testing/booking.ts'

describe('the calendar view (specification sections 2 and 9)', () => {
  it.each([
    ['2026-11', '2026-10-26', '2026-12-06'],
    ['2027-02', '2027-02-01', '2027-03-14'],
    ['2026-03', '2026-02-23', '2026-04-05'],
  ])('%s has 42 days, from a Monday on', (month, first, last) => {
    const days = daysOf(month)
    expect([days.length, days[0], days.at(-1)]).toEqual([42, first, last])
  })

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-06', -18, '2024-12'],
  ] as const)('%s and %i months', (month, months, later) => expect(monthsLater(month, months)).toBe(later))

  it('a booking occupies the days from pickup up to but excluding dropoff', () => {
    const booking = aBooking({ status: 'approved', pickupDate: '2026-12-08', dropoffDate: '2026-12-10' })
    const days = byDay([booking], daysOf('2026-12'))
    const occupied = [...days].filter(([, bookings]) => bookings.length > 0).map(([day]) => day)
    expect(occupied).toEqual(['2026-12-08', '2026-12-09'])
  })

  it.each(['pending', 'rejected', 'completed'] as const)('shows no %s booking', (status) => {
    const booking = aBooking({ status, pickupDate: '2026-12-08', dropoffDate: '2026-12-10' })
    expect(byDay([booking], daysOf('2026-12')).get('2026-12-08')).toEqual([])
  })
})
