import { expect, it } from 'vitest'
import { median, quantile, rotated } from './statistics.ts'

it.each([
  [[], Number.NaN],
  [[3], 3],
  [[9, 1], 5],
  [[5, 1, 9], 5],
  [[4, 1, 2, 9], 3],
])('the median of %j is %d', (values, expected) => expect(median(values)).toBe(expected))

it.each([
  [0.5, 2],
  [0.99, 4],
  [0, 1],
])('a part of %d of 1 to 4 is no more than %d', (part, expected) => expect(quantile([4, 2, 3, 1], part)).toBe(expected))

it('there is no quantile of nothing', () => expect(quantile([], 0.5)).toBeNaN())

it.each([
  [0, 'abc'],
  [1, 'bca'],
  [5, 'cab'],
])('a list rotated by %d begins so far in', (by, expected) =>
  expect(rotated(['a', 'b', 'c'], by).join('')).toBe(expected),
)
