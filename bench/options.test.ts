import { expect, it } from 'vitest'
import { keptAs, readOptions } from './options.ts'

it('gives what was said, and leaves the rest to each benchmark', () => {
  expect(readOptions(['--quick', '--bookings', '10000,100000', '--rounds', '3'])).toEqual({
    quick: true,
    only: '',
    bookings: [10_000, 100_000],
    rounds: 3,
    json: false,
  })
})

it.each([
  [[], 'growth'],
  [['--rounds', '5'], 'growth'],
  [['--rounds', '4'], 'growth with --rounds 4'],
  [['--bookings', '400,200', '--rounds', '1'], 'growth of 200, 400 bookings with --rounds 1'],
  [['--events', '1000'], 'growth of 1000 events'],
])('keeps what was measured with %j under %j', (words, name) => {
  expect(keptAs('growth', readOptions(words))).toBe(name)
})

it('takes the sizes from the smallest to the largest, whatever their order was', () => {
  expect(readOptions(['--bookings', '400,1000,200']).bookings).toEqual([200, 400, 1_000])
})

it.each([
  [['--fast'], '--fast is no option'],
  [['--rounds', 'many'], '--rounds: a whole number, 1 or more'],
  [['--rounds', '2.5'], '--rounds: a whole number, 1 or more'],
  [['--bookings', '1,none'], '--bookings: a whole number, 1 or more'],
  [['--bookings', '300,300'], '--bookings: each size once'],
  [['--events', '0'], '--events: a whole number, 1 or more'],
  [['ratios'], '"ratios" is one word too many'],
])('refuses %j, and says what', (words, name) => {
  expect(() => readOptions(words)).toThrow(name)
})
