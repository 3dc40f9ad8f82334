import { z } from 'zod'

/** What a run of tests came to. */
export interface Results {
  readonly passed: number
  /** Failed tests, and whatever else went wrong: a file that could not be loaded, a server that did not start. */
  readonly failed: number
  readonly skipped: readonly Skipped[]
}

/** A test that was not run. */
export interface Skipped {
  readonly title: string
  readonly reason: string
}

/** Written by `vitest-report.ts`. */
export const VitestReport = z.object({
  passed: z.number(),
  failed: z.number(),
  skipped: z.array(z.object({ title: z.string(), reason: z.string() })),
})

const Annotations = z.array(z.object({ type: z.string(), description: z.string().optional() }))

interface Suite {
  readonly title: string
  readonly specs: readonly { readonly title: string; readonly tests: readonly PlaywrightTest[] }[]
  readonly suites?: readonly Suite[] | undefined
}

type PlaywrightTest = z.infer<typeof PlaywrightTest>
const PlaywrightTest = z.object({
  status: z.enum(['expected', 'unexpected', 'flaky', 'skipped']),
  annotations: Annotations,
})

const Suite: z.ZodType<Suite> = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(PlaywrightTest) })),
  suites: z.lazy(() => z.array(Suite)).optional(),
})

const PlaywrightReport = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

/** Counts what Playwright's JSON reporter wrote. A test that passed only when tried again counts as failed. */
export function readPlaywright(report: unknown): Results {
  const { suites, errors } = PlaywrightReport.parse(report)
  const tests = suites.flatMap((suite) => testsOf(suite, []))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: tests.filter(({ status }) => status === 'unexpected' || status === 'flaky').length + errors.length,
    skipped: tests
      .filter(({ status }) => status === 'skipped')
      .map(({ title, annotations }) => ({ title, reason: reasonOf(annotations) })),
  }
}

function testsOf(suite: Suite, above: readonly string[]): (PlaywrightTest & { title: string })[] {
  const path = [...above, suite.title]
  return [
    ...suite.specs.flatMap((spec) => spec.tests.map((test) => ({ ...test, title: [...path, spec.title].join(' › ') }))),
    ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path)),
  ]
}

function reasonOf(annotations: z.infer<typeof Annotations>): string {
  return (
    annotations.find(({ type, description }) => type === 'skip' && description !== undefined)?.description ?? NO_REASON
  )
}

/** A skip without a reason is printed like this, so that somebody gives it one. */
export const NO_REASON = 'no reason given'

/** The last line of a run, for people and programs: `N passed, M failed, K skipped`. */
export function summary(results: readonly Results[]): string {
  const total = (count: (result: Results) => number) => results.reduce((sum, result) => sum + count(result), 0)
  const [passed, failed] = [total((result) => result.passed), total((result) => result.failed)]
  return `${passed} passed, ${failed} failed, ${total((result) => result.skipped.length)} skipped`
}
