import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'

const read = (...words: string[]) => readCommandLine(words, () => 5)

it('makes faults for three minutes with any seed, or with what is said', () => {
  const otherwise = { what: 'faults', minutes: 3, seed: 5, clerks: 4, realDisks: false, redis: false }
  expect(read()).toEqual(otherwise)
  expect(read('--minutes', '0.5', '--seed', '0')).toEqual({ ...otherwise, minutes: 0.5, seed: 0 })
  expect(read('faults', '--clerks=9')).toEqual({ ...otherwise, clerks: 9 })
  expect(read('--real-disks')).toEqual({ ...otherwise, realDisks: true })
  expect(read('--redis')).toEqual({ ...otherwise, redis: true })
  expect(read('noisy')).toEqual({ what: 'noisy', redis: false })
  expect(read('load', '--minutes', '1', '--redis')).toEqual({ what: 'load', minutes: 1, redis: true })
})

it.each([[['--help']], [['-h']], [['help']], [['load', '--help']]])('only says how it is used with %j', (words) => {
  expect(read(...words)).toEqual({ what: 'help' })
})

it.each([
  [['nonsense'], 'There is no nonsense.'],
  [['constructor'], 'There is no constructor.'],
  [['noisy', 'load'], 'One thing at a time: noisy, load.'],
  [['noisy', '--minutes', '5'], 'noisy takes no --minutes.'],
  [['load', '--seed', '5'], 'load takes no --seed.'],
  [['noisy', '--real-disks'], 'noisy takes no --real-disks.'],
  [['--minutes', 'x'], '--minutes: a number above 0 and below a million, not "x".'],
  [['--minutes', '0'], '--minutes: a number above 0 and below a million, not "0".'],
  [['--minutes', '1e9'], '--minutes: a number above 0 and below a million, not "1e9".'],
  [['--seed', '1.5'], '--seed: a whole number, 0 or more, not "1.5".'],
  [['--seed', ''], '--seed: a whole number, 0 or more, not "".'],
  [['--clerks', '0'], '--clerks: a whole number, 1 or more, not "0".'],
  [['--seed'], '--seed needs a value'],
  [['--sede', '5'], '--sede is no option'],
])('begins nothing with %j, and says what is wrong and how it is used', (words, wrong) => {
  expect(() => read(...words)).toThrow(wrong)
  expect(() => read(...words)).toThrow('Usage: npm run chaos')
})

it('ends with 2 when something is wrong with the command line', () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, 'nonsense'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm run chaos')])
})
