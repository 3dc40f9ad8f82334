import { expect, it } from 'vitest'
import { BookingReference, bookingReferenceAt } from './booking-reference.ts'
import { epochMilliseconds, Instant, instantOf } from './instant.ts'

it('is BR- and a timestamp when the server makes it', () => {
  const at = Instant.parse('2026-10-20T09:30:00.000Z')
  expect(bookingReferenceAt(at)).toBe(`BR-${Date.UTC(2026, 9, 20, 9, 30)}`)
  expect(instantOf(epochMilliseconds(at))).toBe(at)
})

it.each(['BR-1792488600000', 'BR-FIRST1', `BR-${'9'.repeat(20)}`])('may be %s', (text) =>
  expect(BookingReference.parse(text)).toBe(text),
)

it.each([
  '',
  'BR-',
  'br-1',
  '#BR-1',
  'XY-1',
  'BR-1 ',
  'BR-1\n',
  'BR-<b>',
  "BR-'",
  'BR-1\r\nBcc: x',
  'BR-12345',
  'BR-first1',
  'BR-20261020-093000',
  `BR-${'9'.repeat(21)}`,
])('may not be %j', (text) => expect(BookingReference.safeParse(text).success).toBe(false))
