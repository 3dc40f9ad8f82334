import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Figure } from '../e2e/bench/figures.ts'
import { unknownAmong } from './names.ts'

/**
 * `npm run bench:web`: the browser's benchmarks on the built app and the real services, by the same runner as the journeys.
 * Prints the median of each measurement beside its budget, and writes the same with every single run and the machine as
 * JSON. Whatever the figures are, it succeeds unless a page does not work.
 */

const ROOT = join(import.meta.dirname, '../..')
const RESULT = join(ROOT, 'test-results/bench-web.json')

// Nothing is built or started for a word that leads to no benchmark: that takes a minute.
const names = readdirSync(join(ROOT, 'web/e2e')).flatMap((name) => /^(.+)\.bench\.ts$/.exec(name)?.[1] ?? [])
const words = process.argv.slice(2)
const unknown = unknownAmong(words, names)
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. There are:\n${names.map((name) => `  ${name}`).join('\n')}`,
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-web-'))
const file = join(folder, 'figures')
const before = loadavg()
const code = await measure()
const figures = existsSync(file) ? readFigures() : []
rmSync(folder, { recursive: true, force: true })
report(figures)
process.exitCode = code

/** Runs the benchmarks. @returns the runner's exit code: 0 when all of them came to their end */
function measure(): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const running = spawn(process.execPath, [cli, 'test', ...words], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, FORECOURT_BENCH: '1', FORECOURT_BENCH_FIGURES: file },
  })
  return new Promise((resolve) => {
    running.once('error', () => resolve(1))
    running.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
}

function readFigures(): Figure[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function report(measured: readonly Figure[]): void {
  const machine = {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    load: { before, after: loadavg() },
  }
  const rows = measured.map(({ screen, what, unit, limit, median, load, values }) => ({
    screen,
    what,
    median: `${median} ${unit}`.trim(),
    budget: limit === undefined ? '' : `≤ ${limit} ${unit}`.trim(),
    verdict: limit === undefined ? '' : median <= limit ? 'held' : 'NOT HELD',
    runs: values.join(' '),
    load,
  }))
  console.log(`\n${machine.cores} × ${machine.processor}, ${machine.memoryGB} GB, Node ${machine.node}`)
  console.table(rows)
  const judged = rows.filter(({ verdict }) => verdict !== '')
  console.log(`${judged.filter(({ verdict }) => verdict === 'held').length} of ${judged.length} budgets held.`)
  mkdirSync(join(ROOT, 'test-results'), { recursive: true })
  writeFileSync(RESULT, `${JSON.stringify({ at: new Date().toISOString(), machine, figures: measured }, null, 2)}\n`)
  console.log(`Every run: ${RESULT}`)
}
