import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { asksForHelp, readCommandLine, USAGE } from './command-line.ts'
import { casesNamed } from './ratios/cases.ts'

it('runs what is named, with the options as they were written, and all when nothing is', () => {
  expect(readCommandLine(['start', 'append', '--rounds', '3'])).toMatchObject({
    names: ['start', 'append'],
    words: ['--rounds', '3'],
    options: { rounds: 3 },
  })
  expect(readCommandLine(['--quick', 'ratios', '--only', 'stats'])).toMatchObject({
    names: ['ratios'],
    words: ['--quick', '--only', 'stats'],
  })
  expect(readCommandLine(['--quick']).names).toContain('growth')
  // Those heed it that have rounds.
  expect(readCommandLine(['append', 'memory', '--rounds', '3']).names).toEqual(['append', 'memory'])
})

it('knows a call by its name in whatever letters', () => {
  expect(readCommandLine(['ratios', '--only', 'BOOKINGS']).options.only).toBe('bookings')
})

it('takes several parts of names', () => {
  const either = new Set([...casesNamed('stats'), ...casesNamed('performance')])
  expect(new Set(casesNamed('stats|performance'))).toEqual(either)
  expect(() => casesNamed('zzz|yyy')).toThrow('No call has zzz|yyy in its name')
})

it('knows who only wants to know how it is used', () => {
  for (const given of [['--help'], ['-h'], ['help'], ['ratios', '--help']]) expect(asksForHelp(given)).toBe(true)
  expect(asksForHelp(['ratios', '--rounds', '3'])).toBe(false)
  expect(USAGE).toContain('  growth ')
})

it.each([
  [['zzz'], 'There is no benchmark zzz.'],
  [['constructor'], 'There is no benchmark constructor.'],
  [['--quick', 'zzz'], 'There is no benchmark zzz.'],
  [['ratios', '--zzz'], '--zzz is no option'],
  [['--only', 'zzz'], 'No call has zzz in its name'],
  [['ratios', '--rounds', 'x'], '--rounds: a whole number, 1 or more'],
  [['--rounds'], '--rounds needs a value'],
  [['append', '--only', 'bookings'], '--only is about ratios, which is not asked for.'],
  [['memory', '--rounds', '3'], '--rounds is about all others than memory, which has none.'],
  [['ratios', '--events=5'], '--events is about replay, which is not asked for.'],
])('begins nothing with %j, and says what is wrong and how it is used', (given, wrong) => {
  expect(() => readCommandLine(given)).toThrow(wrong)
  expect(() => readCommandLine(given)).toThrow('Usage: npm run bench')
})

it('ends with 2 when something is wrong with the command line', () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [program, 'nonsense'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Usage: npm run bench')])
})

it('says in one sentence that there is no place for what is made while it measures, and measures nothing', () => {
  const program = fileURLToPath(new URL('main.ts', import.meta.url))
  const env = { ...process.env, TMPDIR: '/there/is/none' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'append', '--quick'], {
    encoding: 'utf8',
    env,
  })
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    'The folder for temporary files, /there/is/none, cannot be used: no folder can be made there. TMPDIR names another one.\n',
  ])
})
