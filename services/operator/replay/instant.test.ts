import { describe, expect, it } from 'vitest'
import { instantFrom } from './instant.ts'

const now = new Date('2026-12-01T00:00:00Z')
const london = (text: string) => instantFrom(text, 'Europe/London', now).toISOString()

describe('an instant as operators write it', () => {
  it.each([
    ['2026-03-03T10:00Z', '2026-03-03T10:00:00.000Z'],
    ['2026-03-03T10:00:30.5+01:00', '2026-03-03T09:00:30.500Z'],
    ['2026-03-03 10:00', '2026-03-03T10:00:00.000Z'],
    ['2026-07-03 10:00', '2026-07-03T09:00:00.000Z'],
    // The clocks go forward at 01:00 and back at 02:00; of the two 01:30s it is the first.
    ['2026-03-29 00:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29 02:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 01:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:00', '2026-10-25T02:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(london(text)).toBe(instant)
  })

  it('is by the clocks of the business where it has no zone', () => {
    expect(instantFrom('2026-03-03 10:00', 'Pacific/Kiritimati', now).toISOString()).toBe('2026-03-02T20:00:00.000Z')
    expect(instantFrom('2026-03-03 10:00', 'America/Los_Angeles', now).toISOString()).toBe('2026-03-03T18:00:00.000Z')
  })

  it.each([
    '2026-03-29 01:30',
    '2026-13-01 10:00',
    '2026-02-29T10:00Z',
    '2026-03-03',
    'noon',
    '2027-01-01 00:00',
    '2026-03-03 25:00',
  ])('%s is none, or has not come yet', (text) => {
    expect(() => london(text)).toThrow(/there is no|is no instant|has not come yet/)
  })
})
