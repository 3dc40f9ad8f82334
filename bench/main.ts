import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { askedToStop } from '@forecourt/infra/embedded/stop-signal.ts'
import { OPTIONS, readOptions } from './options.ts'
import { goalsSince, resultsFile } from './results.ts'

/**
 * `npm run bench`: all measurements, one after another, each in a process of its own; `npm run bench -- append memory`
 * only those. They print tables and which goals were missed, and keep all of it in test-results/bench.json. Nothing is
 * asserted: figures of a busy machine say nothing, ratios of one run do.
 */
const BENCHMARKS = {
  ratios: 'what the product answers in a second ÷ what the yardsticks do, call by call',
  freshness: 'from the acknowledgement of a booking until it is in the list',
  replay: 'events a second of rebuild and verify, beside a bare loop',
  start: 'from npm start to the first answer',
  append: 'appends a second of the log',
  memory: 'what each process holds when nobody asks anything',
  growth: 'the same calls with more and more bookings behind them',
} as const
const NAMES = Object.keys(BENCHMARKS)

const stop = askedToStop()
const given = process.argv.slice(2)
const dash = given.findIndex((word) => word.startsWith('-'))
const names = dash < 0 ? given : given.slice(0, dash)
const words = dash < 0 ? [] : given.slice(dash)
const wrong = mistake()
if (wrong !== undefined) {
  const list = Object.entries(BENCHMARKS).map(([name, what]) => `  ${name.padEnd(10)} ${what}`)
  console.error([wrong, '', 'Usage: npm run bench -- [name …] [option …]', ...list, OPTIONS].join('\n'))
  process.exitCode = 1
} else {
  const { quick } = readOptions(words)
  const began = new Date()
  const asked = names.length > 0 ? names : NAMES
  for (const name of asked) {
    if (stop.aborted) break
    console.log(`\n── ${name}`)
    if (!(await run(name))) {
      console.error(`${name} did not come to its end.`)
      process.exitCode = 1
    }
  }
  const minutes = ((Date.now() - began.getTime()) / 60_000).toFixed(0)
  console.log(`\n── after ${minutes} min`)
  // One part alone has just said it.
  if (asked.length > 1) console.log(goalsSince(began, quick))
  console.log(`All figures: ${resultsFile(quick)}`)
  if (quick) console.log('This was a quick look: small sizes and few rounds say whether it runs, and little else.')
}
// The channel on which it is told to stop would keep it.
process.exit()

/** @returns what is wrong with the command line, in words */
function mistake(): string | undefined {
  const unknown = names.filter((name) => !NAMES.includes(name))
  if (unknown.length > 0) return `There is no benchmark ${unknown.join(', ')}.`
  try {
    readOptions(words)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return undefined
}

/** Runs one benchmark to its end, which it sees to itself when it is told to stop. @returns whether it came through */
function run(name: string): Promise<boolean> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...words], { stdio: 'inherit' })
  const end = () => child.kill()
  stop.addEventListener('abort', end)
  return new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  }).finally(() => stop.removeEventListener('abort', end))
}
