import { expect, it } from 'vitest'
import { growthGoal, memoryOf, percentilesOf, rounded } from './report.ts'

it('says which call before its figures, and what the largest size is to the smallest', () => {
  const table = percentilesOf([
    { bookings: 200, timings: new Map([['fleet', [2, 4]]]) },
    { bookings: 400, timings: new Map([['fleet', [3, 6]]]) },
  ])
  expect(rounded(table).map((row) => Object.entries(row))).toEqual([
    [
      ['call', 'fleet'],
      ['200 bookings', 4],
      ['400 bookings', 6],
      ['last ÷ first', 1.5],
      ['of medians', 1.5],
    ],
  ])
})

it('holds what each process keeps in memory to the same goal, by what it holds now', () => {
  const row = memoryOf('command', [
    { bookings: 200, resident: { now: 158, peak: 200 } },
    { bookings: 400, resident: { now: 210, peak: 210 } },
  ])
  expect(rounded([row]).flatMap((each) => Object.entries(each))).toEqual([
    ['process', 'command'],
    ['200 bookings', '158 (200)'],
    ['400 bookings', '210 (210)'],
    ['last ÷ first', 1.33],
  ])
  expect(growthGoal('memory of command', row['last ÷ first'], 1.3)).toEqual({
    what: 'memory of command: 1.33 times the first; goal 1.3',
    held: false,
  })
  expect(growthGoal('memory of command', 1.3, 1.3).held).toBe(true)
  // Not what it is rounded to.
  expect(growthGoal('memory of command', 1.304, 1.3)).toEqual({
    what: 'memory of command: 1.3 times the first; goal 1.3',
    held: false,
  })
})

it('misses the goal for a process that is gone', () => {
  const row = memoryOf('workers', [
    { bookings: 200, resident: { now: 268, peak: 300 } },
    { bookings: 400, resident: undefined },
  ])
  expect(growthGoal('memory of workers', row['last ÷ first'], 1.3)).toEqual({
    what: 'memory of workers: gone; goal 1.3',
    held: false,
  })
})
