import { expect, it } from 'vitest'
import { readOptions } from './options.ts'

it('gives what was said, and leaves the rest to each benchmark', () => {
  expect(readOptions(['--quick', '--bookings', '10000,100000', '--rounds', '3'])).toEqual({
    quick: true,
    only: '',
    bookings: [10_000, 100_000],
    rounds: 3,
  })
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
