import { expect, it } from 'vitest'
import { doer } from './history-words.ts'

it.each([
  ['by the renter', { kind: 'customer', name: null }],
  ['by Jo Byron', { kind: 'member', name: 'Jo Byron' }],
  ['by a colleague', { kind: 'member', name: null }],
  ['by Forecourt', { kind: 'operator', name: null }],
  ['automatically', { kind: 'system', name: null }],
  ['brought in from elsewhere', { kind: 'import', name: null }],
] as const)('"%s"', (words, by) => expect(doer(by)).toBe(words))
