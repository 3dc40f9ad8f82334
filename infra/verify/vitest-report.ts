import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import { NO_REASON, type Results, type Skipped } from './results.ts'

/** The file to write is named by this variable; without it nothing is written. */
export const REPORT_FILE = 'FORECOURT_VITEST_REPORT'

/**
 * Vitest's own JSON report knows neither why a test was skipped nor errors outside of tests. This one writes
 * {@link Results}: `skip(condition, reason)` of the test context gives the reason.
 */
export default class VitestReport implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    const file = process.env[REPORT_FILE]
    if (file === undefined) return
    let passed = 0
    // A file that cannot be loaded, or a hook that fails, has no failed test to show for it.
    let failed = unhandledErrors.length
    const skipped: Skipped[] = []
    for (const module of modules) {
      failed += module.errors().length
      for (const suite of module.children.allSuites()) failed += suite.errors().length
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'passed') passed += 1
        else if (result.state === 'skipped') {
          skipped.push({ title: `${module.relativeModuleId} › ${test.fullName}`, reason: result.note ?? NO_REASON })
        } else failed += 1
      }
    }
    writeFileSync(file, JSON.stringify({ passed, failed, skipped } satisfies Results))
  }
}
