import { describe, expect, it } from 'vitest'
import { CivilDate } from './civil-date.ts'
import { instantAt } from './civil-time.ts'

const at = (day: string, hour: number, zone = 'Europe/London') => instantAt(CivilDate.parse(day), hour, zone)

describe('an hour of a day in a time zone', () => {
  it.each([
    ['2026-03-28', 9, '2026-03-28T09:00:00.000Z'],
    ['2026-03-29', 9, '2026-03-29T08:00:00.000Z'],
    ['2026-03-30', 9, '2026-03-30T08:00:00.000Z'],
    ['2026-10-24', 9, '2026-10-24T08:00:00.000Z'],
    ['2026-10-25', 9, '2026-10-25T09:00:00.000Z'],
    ['2026-10-26', 9, '2026-10-26T09:00:00.000Z'],
    ['2026-03-29', 0, '2026-03-29T00:00:00.000Z'],
    ['2026-10-25', 0, '2026-10-24T23:00:00.000Z'],
    ['2026-10-25', 23, '2026-10-25T23:00:00.000Z'],
  ])('is found on both sides of a clock change: %s %i o’clock', (day, hour, instant) => {
    expect(at(day, hour)).toBe(instant)
  })

  it('that is left out is the one after it, and of one that comes twice it is the first', () => {
    expect(at('2026-03-29', 1)).toBe('2026-03-29T01:00:00.000Z')
    expect(at('2026-10-25', 1)).toBe('2026-10-25T00:00:00.000Z')
  })

  it('is found far from UTC', () => {
    expect(at('2026-06-01', 9, 'Pacific/Kiritimati')).toBe('2026-05-31T19:00:00.000Z')
    expect(at('2026-06-01', 9, 'Pacific/Pago_Pago')).toBe('2026-06-01T20:00:00.000Z')
    expect(at('2026-06-01', 9, 'Asia/Kathmandu')).toBe('2026-06-01T03:15:00.000Z')
    expect(() => at('2026-06-01', 9, 'Moon/Tranquillity')).toThrow(RangeError)
  })
})
