import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Readable } from 'node:stream'
import { createProgress } from '../embedded/progress.ts'
import { buildWeb } from '../embedded/web-build.ts'
import { findBrowser, findBrowserForPages, lacksShell } from './browser.ts'
import { findFaketime } from './faketime.ts'
import { ROOT, tool } from './project.ts'
import { inOneLine, type Results, readChaos, readPlaywright, summary, VitestReport } from './results.ts'
import { byHand, has, installPackages, isOffered } from './system-packages.ts'
import { REPORT_FILE } from './vitest-report.ts'

/**
 * `npm test`: sees to what the tests need, runs all of them (unit, contract, integration; then under faults; then in a browser)
 * and ends with one line of counts. Arguments are passed to Vitest and leave the others out: `npm test -- packages/domain`.
 */

const MINUTES_OF_CHAOS = 3

/** Whoever stops one part wants no other. */
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => ending.abort(signal))

/** The outcome of a part of the run that has no counts of its own. */
const failedAs = (title: string, reason: string): Results => ({ passed: 0, failed: [{ title, reason }], skipped: [] })

async function main(filters: readonly string[]): Promise<void> {
  const wholeRun = filters.length === 0
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-report-'))
  try {
    if (wholeRun) prepareSystem()
    const parts = [() => runVitest(join(folder, 'vitest.json'), filters)]
    if (wholeRun) parts.push(runChaos, () => runBrowserTests(folder))
    const results: Results[] = []
    for (const part of parts) if (!ending.signal.aborted) results.push(await part())
    report(results, wholeRun)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function prepareSystem(): void {
  const missing = [
    ...(has('redis-server') || process.env.REDIS_URL !== undefined ? [] : ['redis-server']),
    ...(findBrowser() === undefined ? ['chromium'] : []),
    ...(has('caddy') ? [] : ['caddy']),
    ...(findFaketime() === undefined ? ['libfaketime'] : []),
  ]
  if (missing.length > 0) install(missing, 'What needs it is skipped')
  // By itself, as older systems do not have it; with the browser, whose version it must be of.
  if (lacksShell() && isOffered('chromium-headless-shell'))
    install(['chromium', 'chromium-headless-shell'], 'Browser tests take longer')
}

/** @param otherwise what it means when they cannot be installed, in words */
function install(packages: readonly string[], otherwise: string): void {
  console.log(`… installing ${packages.join(' and ')}`)
  const start = performance.now()
  if (installPackages(packages)) console.log(`✓ installed ${packages.join(' and ')} (${secondsSince(start)} s)`)
  else console.log(`Not installed: ${packages.join(', ')}. ${otherwise}. By hand: ${byHand(packages.join(' '))}`)
}

async function runVitest(file: string, filters: readonly string[]): Promise<Results> {
  const code = await run('vitest', ['run', ...filters], { [REPORT_FILE]: file })
  return withCode(
    code,
    read(file, (json) => VitestReport.parse(json)),
  )
}

/** Faults under load, with the machine to themselves: how soon the product is back is part of what is judged. */
async function runChaos(): Promise<Results> {
  const seed = process.env.SEED ?? String(randomInt(2 ** 31))
  const options = ['--minutes', String(MINUTES_OF_CHAOS), '--seed', seed]
  const { code, printed } = await runAndRead(process.execPath, ['chaos/main.ts', ...options])
  return readChaos(code, printed, seed)
}

async function runBrowserTests(folder: string): Promise<Results> {
  const files = globSync('web/e2e/**/*.e2e.ts', { cwd: ROOT })
  if (findBrowser() === undefined) {
    const reason = `no browser: ${byHand('chromium')}, or npx playwright install chromium`
    return { passed: 0, failed: [], skipped: files.map((title) => ({ title, reason })) }
  }
  if (files.length === 0) return { passed: 0, failed: [], skipped: [] }
  try {
    await createProgress(console.log).step('building the web app', buildWeb)
  } catch (error) {
    console.error(error)
    return failedAs('building the web app', inOneLine(messageOf(error)))
  }
  const file = join(folder, 'playwright.json')
  const code = await run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    FORECOURT_E2E_DATA: join(folder, 'data'),
  })
  return withCode(code, read(file, readPlaywright))
}

/** A run that says that it failed has failed, whatever its report counts. */
function withCode(code: number, results: Results): Results {
  if (code === 0 || results.failed.length > 0) return results
  return { ...results, failed: [{ title: 'the run itself', reason: `exit code ${code}` }] }
}

/** A report that is missing or unreadable means that the run broke off: that is a failure, not nothing. */
function read(file: string, parse: (json: unknown) => Results): Results {
  try {
    return parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return failedAs('the report of a run', `not readable: ${inOneLine(messageOf(error))}`)
  }
}

function report(results: readonly Results[], wholeRun: boolean): void {
  for (const { title, reason } of results.flatMap(({ skipped }) => skipped))
    console.log(`Skipped: ${title} (${reason})`)
  for (const { title, reason } of results.flatMap(({ failed }) => failed)) console.log(`Failed: ${title} (${reason})`)
  if (wholeRun) console.log(`Pages were shown by ${findBrowserForPages() ?? 'no browser'}.`)
  const ran = results.some(({ passed }) => passed > 0)
  if (!ran) console.log('No test passed.')
  process.exitCode = ran && results.every(({ failed }) => failed.length === 0) ? 0 : 1
  console.log(summary(results))
}

/** @param program a tool's name, or a path */
async function run(
  program: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  return await ended(launch(program, args, { stdio: 'inherit', env: { ...process.env, ...variables } }))
}

/** As {@link run}, and tells what it printed as well as printing it. */
async function runAndRead(program: string, args: readonly string[]): Promise<{ code: number; printed: string }> {
  const child = launch(program, args, { stdio: ['inherit', 'pipe', 'pipe'] })
  let printed = ''
  const passOn = (from: Readable | null, to: NodeJS.WritableStream) =>
    from?.setEncoding('utf8').on('data', (text: string) => {
      to.write(text)
      printed += text
    })
  passOn(child.stdout, process.stdout)
  passOn(child.stderr, process.stderr)
  return { code: await ended(child), printed }
}

const launch = (program: string, args: readonly string[], options: SpawnOptions) =>
  spawn(isAbsolute(program) ? program : tool(program), args, { cwd: ROOT, ...options })

function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    ending.signal.addEventListener('abort', () => child.kill(ending.signal.reason))
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1)

await main(process.argv.slice(2))
