import { expect, test } from 'vitest'
import { asOf } from './as-of.ts'

const at = new Date(2026, 10, 21, 9, 42).getTime()

test('a copy of today says its time', () => {
  expect(asOf(at, false, at + 3_600_000)).toBe('Offline – showing the fleet as of 09:42')
  expect(asOf(at, true, at + 3_600_000)).toBe('Could not update – showing the fleet as of 09:42')
})

test('an older one its day, too', () => {
  expect(asOf(at, false, at + 24 * 3_600_000)).toBe('Offline – showing the fleet as of Sat 21 Nov, 09:42')
})
