import { expect, it } from 'vitest'
import { pounds, totalFor, wholePounds } from './money.ts'

it('shows totals to two decimals in en-GB', () => expect(pounds('1234.50')).toBe('£1,234.50'))
it('rounds rates in lists to whole pounds', () => expect(wholePounds('45.50')).toBe('£46'))
it.each([
  [3, '45.10', '135.30'],
  [365, '19.99', '7296.35'],
  [1, '0.07', '0.07'],
])('%i days at %s cost %s, to the penny', (days, rate, total) => expect(totalFor(days, rate)).toBe(total))
