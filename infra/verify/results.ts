import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** What a run of tests came to. */
export interface Results {
  readonly passed: number
  /** Failed tests, and whatever else went wrong: a file that could not be loaded, a server that did not start. */
  readonly failed: readonly Finding[]
  /** Tests that were not run. */
  readonly skipped: readonly Finding[]
}

/** What did not pass, and why. */
export interface Finding {
  readonly title: string
  readonly reason: string
}

const Findings = z.array(z.object({ title: z.string(), reason: z.string() }))

/** Written by `vitest-report.ts`. */
export const VitestReport = z.object({ passed: z.number(), failed: Findings, skipped: Findings })

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
  results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })),
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
    failed: [
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ title, results }) => ({
          title,
          reason: inOneLine(results.find(({ error }) => error)?.error?.message),
        })),
      ...errors.map(({ message }) => ({ title: 'the browser tests', reason: inOneLine(message) })),
    ],
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

/** A skip without a reason, or an error without a message, is printed like this. */
export const NO_REASON = 'no reason given'

/**
 * An error for the list at the end of a run, which names it for whoever has only the end: the first line that says
 * anything, without colours. The whole of it stands where the test ran.
 */
export function inOneLine(message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? '').split('\n')
  return lines.map((line) => line.trim()).find((line) => line !== '') ?? NO_REASON
}

/**
 * What a run of faults came to, by what it printed: its checker marks each invariant that did not hold with ✗, and the first
 * line below says what violated it. A kind of fault that was never made is a skip.
 */
export function readChaos(code: number, printed: string, seed: string): Results {
  // Kinds of faults that this machine cannot make: nothing is said of them.
  const skipped = [...printed.matchAll(/^Never made: (\S+) \((.*)\)$/gm)].map(([, fault = '', reason = NO_REASON]) => ({
    title: `faults under load › ${fault}`,
    reason,
  }))
  if (code === 0) return { passed: 1, failed: [], skipped }
  const broken = printed.matchAll(/^✗ (.*)\n *(.*)$/gm).map(([, invariant, violation]) => `${invariant}: ${violation}`)
  const [error] = /^\w*Error: .*$/m.exec(printed) ?? []
  const reason = [...broken].join('; ') || [`exit code ${code}`, ...(error === undefined ? [] : [error])].join(', ')
  return { passed: 0, failed: [{ title: `faults under load, seed ${seed}`, reason }], skipped }
}

/** The last line of a run, for people and programs: `N passed, M failed, K skipped`. */
export function summary(results: readonly Results[]): string {
  const total = (count: (result: Results) => number) => results.reduce((sum, result) => sum + count(result), 0)
  const [passed, failed] = [total((result) => result.passed), total((result) => result.failed.length)]
  return `${passed} passed, ${failed} failed, ${total((result) => result.skipped.length)} skipped`
}
