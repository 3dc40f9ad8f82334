import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  addDays,
  addYears,
  CivilDate,
  compareDates,
  daysBetween,
  isTimeZone,
  monthBounds,
  monthOf,
  todayIn,
  yearOf,
} from './civil-date.ts'
import { Instant } from './instant.ts'
import { day } from './testing/rental.ts'

describe('a civil date', () => {
  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '1900-02-29', '26-01-01', '2026-1-1', ''])(
    'is a day that exists, which %j is not',
    (text) => expect(CivilDate.safeParse(text).success).toBe(false),
  )
  it.each(['2026-10-25T00:00:00Z', '2026-10-25T00:00', '2026-10-25 00:00', ' 2026-10-25', '2026-10-25\n'])(
    'is not a date-time like %j',
    (text) => expect(CivilDate.safeParse(text).success).toBe(false),
  )
  it.each(['2024-02-29', '2000-02-29', '2026-12-31'])('may be %s', (text) => expect(CivilDate.parse(text)).toBe(text))
})

describe('days between two dates', () => {
  it.each([
    ['2026-03-28', '2026-03-29', 1],
    ['2026-03-29', '2026-03-30', 1],
    ['2026-03-27', '2026-03-31', 4],
    ['2026-10-24', '2026-10-25', 1],
    ['2026-10-25', '2026-10-26', 1],
    ['2026-10-23', '2026-10-28', 5],
  ])('from %s to %s, over a clock change, are %i', (from, to, days) =>
    expect(daysBetween(day(from), day(to))).toBe(days),
  )
  it.each([
    ['2024-02-28', '2024-03-01', 2],
    ['2026-02-28', '2026-03-01', 1],
    ['2100-02-28', '2100-03-01', 1],
    ['2000-02-28', '2000-03-01', 2],
    ['2027-12-31', '2028-12-31', 366],
    ['2026-12-31', '2027-01-01', 1],
    ['2026-04-30', '2026-05-01', 1],
    ['0099-12-31', '0100-01-01', 1],
  ])('from %s to %s, over leap days and month ends, are %i', (from, to, days) =>
    expect(daysBetween(day(from), day(to))).toBe(days),
  )
  it('are negative backwards and none on the same day', () => {
    expect(daysBetween(day('2026-10-26'), day('2026-10-25'))).toBe(-1)
    expect(daysBetween(day('2026-10-25'), day('2026-10-25'))).toBe(0)
  })
})

const dates = fc.integer({ min: -40_000, max: 40_000 }).map((days) => addDays(day('2026-10-25'), days))

test('adding days and counting them are each other turned round', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -20_000, max: 20_000 }), (date, days) => {
      expect(daysBetween(date, addDays(date, days))).toBe(days)
    }),
  )
})

test('dates compare as the days between them do', () => {
  fc.assert(
    fc.property(dates, dates, (a, b) => {
      expect(Math.sign(compareDates(a, b))).toBe(Math.sign(daysBetween(b, a)))
    }),
  )
})

test('a date outside four-digit years is an error, not another date', () => {
  expect(() => addDays(day('9999-12-31'), 1)).toThrow('Invalid ISO date')
  expect(() => addDays(day('0000-01-01'), -1)).toThrow('Invalid ISO date')
  expect(() => addYears(day('9995-01-01'), 10)).toThrow('Invalid ISO date')
})

test('ten years after a leap day is 28 February when that year has none', () => {
  expect(addYears(day('2024-02-29'), 10)).toBe('2034-02-28')
  expect(addYears(day('2024-02-29'), 4)).toBe('2028-02-29')
  expect(addYears(day('2096-02-29'), 4)).toBe('2100-02-28')
  expect(addYears(day('2026-12-31'), 10)).toBe('2036-12-31')
  expect(yearOf(day('2026-12-31'))).toBe(2026)
})

describe('a month', () => {
  it.each([
    [2026, 0, '2026-01-01', '2026-02-01'],
    [2026, 1, '2026-02-01', '2026-03-01'],
    [2026, 3, '2026-04-01', '2026-05-01'],
    [2026, 11, '2026-12-01', '2027-01-01'],
  ])('of %i numbered %i, counting from 0, runs from %s until %s', (year, month, first, next) =>
    expect(monthBounds(year, month)).toEqual({ first, next }),
  )
  it('of a leap year has 29 days in February', () => {
    const { first, next } = monthBounds(2028, 1)
    expect(daysBetween(first, next)).toBe(29)
  })
  it.each([-1, 12, 1.5, Number.NaN])('numbered %d does not exist', (month) =>
    expect(() => monthBounds(2026, month)).toThrow('Invalid ISO date'),
  )
  it('holds each of its days, the last one too', () => {
    expect(monthOf(day('2026-10-31'))).toEqual(monthBounds(2026, 9))
    expect(monthOf(day('2026-12-01'))).toEqual(monthBounds(2026, 11))
  })
})

describe('today', () => {
  it.each([
    ['Europe/London', '2026-03-28T23:59:59.999Z', '2026-03-28'],
    ['Europe/London', '2026-03-29T00:00:00Z', '2026-03-29'],
    ['Europe/London', '2026-03-29T22:59:59Z', '2026-03-29'],
    ['Europe/London', '2026-03-29T23:00:00Z', '2026-03-30'],
    ['Europe/London', '2026-10-24T22:59:59Z', '2026-10-24'],
    ['Europe/London', '2026-10-24T23:00:00Z', '2026-10-25'],
    ['Europe/London', '2026-10-25T23:59:59Z', '2026-10-25'],
    ['Europe/London', '2026-10-26T00:00:00Z', '2026-10-26'],
    ['America/New_York', '2026-01-01T04:59:59Z', '2025-12-31'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027-01-01'],
    ['Pacific/Auckland', '2028-02-28T11:00:00Z', '2028-02-29'],
  ])('in %s at %s is %s', (timeZone, instant, date) => expect(todayIn(timeZone, Instant.parse(instant))).toBe(date))

  it('is not to be had in a zone that does not exist', () => {
    expect(isTimeZone('Europe/London')).toBe(true)
    expect(['Europe/Atlantis', '', '+01:00', 'GMT+25'].map(isTimeZone)).toEqual([false, false, false, false])
    // What is no place, or means another zone elsewhere.
    const others = [
      'BST',
      'AET',
      'CAT',
      'EST',
      'GMT',
      'SystemV/PST8',
      'Etc/GMT+5',
      'US/Pacific',
      'europe/london',
      'Europe',
    ]
    expect(others.filter(isTimeZone)).toEqual([])
    const spellings = ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'America/Argentina/Buenos_Aires']
    const usual = ['UTC', 'America/Port-au-Prince', 'America/Indiana/Tell_City', 'Antarctica/DumontDUrville']
    expect([...spellings, ...usual].filter((name) => !isTimeZone(name))).toEqual([])
    expect(() => todayIn('Europe/Atlantis', Instant.parse('2026-01-01T00:00:00Z'))).toThrow(RangeError)
  })
})
