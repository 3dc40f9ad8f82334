import { expect, it } from 'vitest'
import { unknownAmong } from './names.ts'

it.each([
  [[], []],
  [['desk', 'first-visit'], []],
  [['nonsense', 'desk'], ['nonsense']],
  [['desk', '--grep', 'nonsense'], []],
])('of %j leads to no benchmark: %j', (words, unknown) => {
  expect(unknownAmong(words, ['desk-taps', 'desk-start', 'first-visit'])).toEqual(unknown)
})
