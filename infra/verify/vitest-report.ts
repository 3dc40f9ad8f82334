import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'
import { type Finding, inOneLine, NO_REASON, type Results } from './results.ts'

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
    const failed: Finding[] = []
    const skipped: Finding[] = []
    const fail = (title: string, errors: readonly { readonly message: string }[]) =>
      failed.push(...errors.map(({ message }) => ({ title, reason: inOneLine(message) })))
    // A file that cannot be loaded, or a hook that fails, has no failed test to show for it.
    fail('outside of any test', unhandledErrors)
    for (const module of modules) {
      fail(module.relativeModuleId, module.errors())
      for (const suite of module.children.allSuites()) {
        fail(`${module.relativeModuleId} › ${suite.fullName}`, suite.errors())
      }
      for (const test of module.children.allTests()) {
        const title = `${module.relativeModuleId} › ${test.fullName}`
        const result = test.result()
        if (result.state === 'passed') passed += 1
        else if (result.state === 'skipped') skipped.push({ title, reason: result.note ?? NO_REASON })
        else failed.push({ title, reason: inOneLine(result.errors?.[0]?.message) })
      }
    }
    writeFileSync(file, JSON.stringify({ passed, failed, skipped } satisfies Results))
  }
}
