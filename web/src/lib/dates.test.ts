import { describe, expect, it } from 'vitest'
import { addDays, daysBetween, periodInWords, today } from './dates.ts'

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
    ['2026-12-07', '2026-12-09', 'Mon 7 → Wed 9 Dec · 2 days'],
    ['2026-11-30', '2026-12-01', 'Mon 30 Nov → Tue 1 Dec · 1 day'],
  ])('%s to %s reads "%s"', (from, to, words) => {
    const { dates, length } = periodInWords(from, to)
    expect(`${dates} · ${length}`).toBe(words)
  })
})
