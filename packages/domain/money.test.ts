import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { Pence, penceToPounds, poundsToPence, priceOf } from './money.ts'
import { pence } from './testing/rental.ts'

const amounts = fc.integer({ min: 0, max: 9_999_999_999 }).map((amount) => Pence.parse(amount))

it.each([
  ['0', 0],
  ['45', 4500],
  ['45.5', 4550],
  ['45.00', 4500],
  ['0.01', 1],
  ['1.15', 115],
  ['99999999.99', 9_999_999_999],
])('reads %s pounds as %i pence', (pounds, expected) => expect(poundsToPence(pounds)).toBe(expected))

it.each([
  '',
  '.5',
  '5.',
  '-1',
  '+1',
  '1e3',
  '1,000',
  '1.005',
  ' 1',
  '1 ',
  '£1',
  '100000000',
  'NaN',
  '0x10',
  '1.0.0',
  '١',
])('does not take %j for an amount', (text) => expect(poundsToPence(text)).toBeUndefined())

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [50, '0.50'],
  [4500, '45.00'],
  [9_999_999_999, '99999999.99'],
])('shows %i pence as %s pounds', (amount, pounds) => expect(penceToPounds(pence(amount))).toBe(pounds))

test('an amount is the same after it was shown and read', () => {
  fc.assert(
    fc.property(amounts, (amount) => {
      expect(poundsToPence(penceToPounds(amount))).toBe(amount)
    }),
  )
})

test('a price is the daily rate added up day by day', () => {
  const rates = fc.integer({ min: 0, max: 1_000_000 }).map((rate) => Pence.parse(rate))
  fc.assert(
    fc.property(rates, fc.integer({ min: 1, max: 365 }), (rate, days) => {
      expect(priceOf(rate, days)).toBe(Array.from({ length: days }, () => Number(rate)).reduce((a, b) => a + b, 0))
    }),
  )
})

test('a price is exact or refused, never rounded', () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: 1, max: 365 }), (rate, days) => {
      const exact = BigInt(rate) * BigInt(days)
      expect(priceOf(rate, days)).toBe(exact > 9_999_999_999n ? undefined : Number(exact))
    }),
  )
  expect(priceOf(pence(9_999_999_999), 2)).toBeUndefined()
})
