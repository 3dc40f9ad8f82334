import { expect, test } from 'vitest'
import { readPlaywright, summary } from './results.ts'

const spec = (title: string, status: string, annotations: object[] = []) => ({
  title,
  tests: [{ status, annotations }],
})

test('Playwright’s report is counted through all its suites, with the reason of each skip', () => {
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
              spec('is confirmed', 'unexpected'),
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
    failed: 1,
    skipped: [
      { title: 'portal.e2e.ts › booking › works offline', reason: 'needs HTTPS' },
      { title: 'portal.e2e.ts › booking › is quick', reason: 'no reason given' },
    ],
  })
})

test('what stops the browser tests altogether is a failure, and so is a test that passes now and then', () => {
  const flaky = [{ title: 'a.e2e.ts', specs: [spec('comes and goes', 'flaky')] }]

  expect(readPlaywright({ errors: [{ message: 'the server did not start' }], suites: [] }).failed).toBe(1)
  expect(readPlaywright({ errors: [], suites: flaky })).toMatchObject({ passed: 0, failed: 1 })
})

test('the last line counts everything, in one form whether tests were skipped or not', () => {
  const unit = { passed: 3, failed: 0, skipped: [] }
  const browser = { passed: 2, failed: 1, skipped: [{ title: 'a', reason: 'b' }] }

  expect(summary([unit])).toBe('3 passed, 0 failed, 0 skipped')
  expect(summary([unit, browser])).toBe('5 passed, 1 failed, 1 skipped')
})
