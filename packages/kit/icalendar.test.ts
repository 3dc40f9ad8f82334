import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CalendarEntry, iCalendar } from './icalendar.ts'

const entry: CalendarEntry = {
  uid: 'one@bookings.forecourt',
  sequence: 2,
  changedAt: '2026-11-21T10:02:11.004Z',
  from: '2026-03-28',
  to: '2026-03-30',
  status: 'CONFIRMED',
  summary: 'VW California, Harbour Hire',
}

/** Lines as RFC 5545 section 3.1 puts them together again. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const textOf = (text: string, name: string) =>
  unfolded(text)
    .find((line) => line.startsWith(name))
    ?.slice(name.length)
/** A text value read again. */
const read = (value = '') => value.replaceAll(/\\([\\;,n])/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign))

test('an entry is whole days, without a time or a zone, whatever clocks do on them', () => {
  expect(iCalendar([entry])).toBe(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Forecourt//Bookings//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:one@bookings.forecourt',
      'SEQUENCE:2',
      'DTSTAMP:20261121T100211Z',
      'LAST-MODIFIED:20261121T100211Z',
      'DTSTART;VALUE=DATE:20260328',
      'DTEND;VALUE=DATE:20260330',
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'SUMMARY:VW California\\, Harbour Hire',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

describe('a text of whatever kind', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(fc.constantFrom('\\', ';', ',', '\n', 'İ', '🚗', 'é', ' ', 'BEGIN:VEVENT')).map((parts) => parts.join('')),
  )

  it('is read again as it was, in lines of at most 75 octets', () =>
    fc.assert(
      fc.property(texts, (text) => {
        const written = iCalendar([{ ...entry, description: text }])
        for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(written).not.toContain('\uFFFD'.repeat(text.includes('\uFFFD') ? 1_000 : 1))
        const kept = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
        expect(read(textOf(written, 'DESCRIPTION:'))).toBe(kept)
      }),
    ))

  it('adds no line of its own', () => {
    const written = iCalendar([
      { ...entry, summary: 'x\r\nEND:VEVENT\r\nBEGIN:VALARM', location: 'a\nATTENDEE:mailto:b' },
    ])
    expect(unfolded(written).filter((line) => /^(?:END:VEVENT|BEGIN:VALARM|ATTENDEE)/.test(line))).toEqual([
      'END:VEVENT',
    ])
  })
})
