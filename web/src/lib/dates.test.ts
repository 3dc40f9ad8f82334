import { describe, expect, it } from 'vitest'
import { addDays, addYears, daysBetween, periodInWords, today } from './dates.ts'

describe('civil days', () => {
  it('today is the day of the business, not of the device', () => {
    const justAfterMidnightInLondon = new Date('2026-07-01T23:30:00Z')
    expect(today('Europe/London', justAfterMidnightInLondon)).toBe('2026-07-02')
    expect(today('America/New_York', justAfterMidnightInLondon)).toBe('2026-07-01')
  })

  it.each([
    ['2026-03-28', '2026-03-30', 2],
    ['2026-10-23', '2026-10-28', 5],
    ['2028-02-28', '2028-03-01', 2],
  ])('%s to %s are %i days', (from, to, days) => {
    expect(daysBetween(from, to)).toBe(days)
    expect(addDays(from, days)).toBe(to)
  })

  it.each([
    ['2026-11-21', 10, '2036-11-21'],
    ['2028-02-29', 1, '2029-02-28'],
    ['2028-02-29', 4, '2032-02-29'],
  ])('%s and %i years are %s', (day, years, later) => {
    expect(addYears(day, years)).toBe(later)
  })

  it.each([
    ['2026-12-07', '2026-12-09', 'Mon 7 → Wed 9 Dec · 2 days'],
    ['2026-11-30', '2026-12-01', 'Mon 30 Nov → Tue 1 Dec · 1 day'],
    ['2027-03-01', '2027-03-03', 'Mon 1 → Wed 3 Mar 2027 · 2 days'],
    ['2027-03-31', '2027-04-02', 'Wed 31 Mar → Fri 2 Apr 2027 · 2 days'],
    ['2026-12-30', '2027-01-02', 'Wed 30 Dec → Sat 2 Jan 2027 · 3 days'],
    ['2025-12-30', '2026-01-02', 'Tue 30 Dec 2025 → Fri 2 Jan 2026 · 3 days'],
  ])('%s to %s reads "%s" in 2026: with the year when it is another one', (from, to, words) => {
    const { dates, length } = periodInWords(from, to, '2026')
    expect(`${dates} · ${length}`).toBe(words)
  })
})
