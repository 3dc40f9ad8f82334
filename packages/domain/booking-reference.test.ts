import { expect, it } from 'vitest'
import { BookingReference, bookingReferenceFor } from './booking-reference.ts'
import { BookingId } from './ids.ts'
import { epochMilliseconds, Instant, instantOf } from './instant.ts'

it('is BR-, a timestamp and the end of the id when the server makes it: two in one millisecond differ', () => {
  const at = Instant.parse('2026-10-20T09:30:00.000Z')
  const made = ['AB12', 'CD34'].map((end) =>
    bookingReferenceFor(BookingId.parse(`6f1c9b9e-7a39-4a59-8f0e-3c2f1e8d7b61.01KC2Q6Z5V8N3M4T7R9W0X${end}`), at),
  )
  expect(made).toEqual(['AB12', 'CD34'].map((end) => `BR-${Date.UTC(2026, 9, 20, 9, 30)}${end}`))
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
