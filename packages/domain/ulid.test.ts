import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { BookingId, bookingIdOf, requestedAtOf, VehicleId, vehicleOf } from './ids.ts'
import { vehicleId } from './testing/rental.ts'
import { ulid } from './ulid.ts'

const zero = new Uint8Array(10)
const full = new Uint8Array(10).fill(255)

it.each([
  [0, zero, '00000000000000000000000000'],
  [1_469_918_176_385, zero, '01ARYZ6S410000000000000000'],
  [2 ** 48 - 1, full, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'],
  [1, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 33), '00000000010000000000000011'],
])('at %i is written in 26 characters', (atMs, bytes, expected) => expect(ulid(atMs, bytes)).toBe(expected))

it.each([
  [-1, zero],
  [2 ** 48, zero],
  [1.5, zero],
  [Number.NaN, zero],
  [0, new Uint8Array(9)],
  [0, new Uint8Array(11)],
])('is refused at %d with %o', (atMs, bytes) => expect(() => ulid(atMs, bytes)).toThrow(RangeError))

test('ids of later bookings sort later, and each finds its vehicle and when it was asked for', () => {
  const moments = fc.integer({ min: 0, max: 2 ** 48 - 1 })
  const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(moments, moments, bytes, bytes, (a, b, chanceA, chanceB) => {
      const first = bookingIdOf(vehicleId, ulid(a, chanceA))
      const second = bookingIdOf(vehicleId, ulid(b, chanceB))
      expect(a >= b || first < second).toBe(true)
      expect(vehicleOf(first)).toBe(vehicleId)
      expect(requestedAtOf(first)).toBe(a)
      expect(BookingId.parse(second)).toBe(second)
    }),
  )
})

it.each(['x', '', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', '0000000000000000000000000U', '0'.repeat(27)])(
  'makes no booking id of %j',
  (text) => expect(() => bookingIdOf(VehicleId.parse(vehicleId), text)).toThrow('Invalid string'),
)
