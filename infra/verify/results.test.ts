import { expect, test } from 'vitest'
import { readChaos, readPlaywright, summary } from './results.ts'

const spec = (title: string, status: string, annotations: object[] = [], results: object[] = []) => ({
  title,
  tests: [{ status, annotations, results }],
})

const noAnswer = { error: { message: '\n\u001b[31mError: no answer\u001b[39m\n  at booking.ts:3' } }

test('Playwright’s report is counted through all its suites, with the reason of each skip and failure', () => {
  const report = {
    errors: [],
    suites: [
      {
        title: 'portal.e2e.ts',
        specs: [spec('shows the fleet', 'expected')],
        suites: [
          {
            title: 'booking',
            specs: [
              spec('is confirmed', 'unexpected', [], [{}, noAnswer]),
              spec('works offline', 'skipped', [{ type: 'skip', description: 'needs HTTPS' }]),
              spec('is quick', 'skipped'),
            ],
          },
        ],
      },
    ],
  }

  expect(readPlaywright(report)).toEqual({
    passed: 1,
    failed: [{ title: 'portal.e2e.ts › booking › is confirmed', reason: 'Error: no answer' }],
    skipped: [
      { title: 'portal.e2e.ts › booking › works offline', reason: 'needs HTTPS' },
      { title: 'portal.e2e.ts › booking › is quick', reason: 'no reason given' },
    ],
  })
})

test('what stops the browser tests altogether is a failure, and so is a test that passes now and then', () => {
  const flaky = [{ title: 'a.e2e.ts', specs: [spec('comes and goes', 'flaky')] }]

  expect(readPlaywright({ errors: [{ message: 'the server did not start' }], suites: [] }).failed).toEqual([
    { title: 'the browser tests', reason: 'the server did not start' },
  ])
  expect(readPlaywright({ errors: [], suites: flaky })).toMatchObject({
    passed: 0,
    failed: [{ title: 'a.e2e.ts › comes and goes', reason: 'no reason given' }],
  })
})

test('a run of faults says which invariants did not hold, and the first thing that violated each', () => {
  const printed = [
    '✓ the history is whole',
    '✗ positions have no gap',
    '    there is none between 7 and 9',
    '    … and 2 more',
    '✗ the chain of seals holds',
    '    seal 3 is missing',
    '',
  ].join('\n')
  const reason = 'positions have no gap: there is none between 7 and 9; the chain of seals holds: seal 3 is missing'

  expect(readChaos(1, printed, '7')).toEqual({
    passed: 0,
    failed: [{ title: 'faults under load, seed 7', reason }],
    skipped: [],
  })
  expect(readChaos(1, 'TypeError: no server\n    at x', '7').failed).toMatchObject([
    { reason: 'exit code 1, TypeError: no server' },
  ])
  expect(readChaos(0, '✓ the history is whole\n', '7')).toEqual({ passed: 1, failed: [], skipped: [] })
})

test('a kind of fault that this machine cannot make was skipped', () => {
  const printed = '✓ the history is whole\nNever made: full-disk (only root can mount a small one)\n'
  expect(readChaos(0, printed, '7')).toEqual({
    passed: 1,
    failed: [],
    skipped: [{ title: 'faults under load › full-disk', reason: 'only root can mount a small one' }],
  })
})

test('the last line counts everything, in one form whether tests were skipped or not', () => {
  const unit = { passed: 3, failed: [], skipped: [] }
  const browser = { passed: 2, failed: [{ title: 'c', reason: 'd' }], skipped: [{ title: 'a', reason: 'b' }] }

  expect(summary([unit])).toBe('3 passed, 0 failed, 0 skipped')
  expect(summary([unit, browser])).toBe('5 passed, 1 failed, 1 skipped')
})
