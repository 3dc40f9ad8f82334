import { expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { roundsOf } from './rounds.ts'

const HOUR = { minutes: 60, seed: 7, clerks: 7, realDisks: false, redis: false }

const fails = () => {
  throw new Error('the seed is given')
}

it('an hour is six rounds of ten minutes, each with a seed one higher, every other one with disks that can be full', () => {
  const rounds = roundsOf(HOUR)
  expect(rounds.map(({ seed }) => seed)).toEqual([7, 8, 9, 10, 11, 12])
  expect(rounds.map(({ milliseconds }) => milliseconds)).toEqual(Array.from({ length: 6 }, () => 600_000))
  expect(rounds.map(({ smallDisks }) => smallDisks)).toEqual([true, false, true, false, true, false])
})

it('a run that is to have real disks has no others', () => {
  expect(roundsOf({ ...HOUR, realDisks: true }).map(({ smallDisks }) => smallDisks)).not.toContain(true)
})

it.each([
  ['an hour', HOUR],
  ['25 minutes, which are three rounds', { ...HOUR, minutes: 25 }],
  ['three minutes with a Redis', { ...HOUR, minutes: 3, redis: true }],
  ['three minutes on real disks', { ...HOUR, minutes: 3, realDisks: true }],
])('each round of %s is run by itself by what is said of it', (_what, asked) => {
  for (const round of roundsOf(asked)) {
    const again = readCommandLine(round.alone.split(' '), fails)
    if (again.what !== 'faults') throw new Error(`${round.alone} is something else`)
    expect(again).toMatchObject({ clerks: asked.clerks, redis: asked.redis })
    const [first, ...others] = roundsOf(again)
    expect(others).toEqual([])
    expect(first).toMatchObject({ seed: round.seed, smallDisks: round.smallDisks })
    expect(first?.milliseconds).toBeCloseTo(round.milliseconds, -2)
  }
})
