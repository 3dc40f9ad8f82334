import { expect, it } from 'vitest'
import { neverMade } from './never-made.ts'

const NO_CLOCK = ['clock-jump', 'libfaketime is not installed'] as const

it('names what no round could make, with the reason of the first', () => {
  const rounds = [new Map([NO_CLOCK, ['full-disk', 'only as root'] as const]), new Map([NO_CLOCK])]
  expect(neverMade(rounds)).toEqual(['Never made: clock-jump (libfaketime is not installed)'])
})

it('says nothing of a run that could make everything in one of its rounds, nor of one without a round', () => {
  expect(neverMade([new Map(), new Map([NO_CLOCK])])).toEqual([])
  expect(neverMade([])).toEqual([])
})
