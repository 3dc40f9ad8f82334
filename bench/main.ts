import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench`: all measurements, one after another, each in a process of its own; `npm run bench -- append memory`
 * only those. What begins with a dash, and its value, goes to each of them: `npm run bench -- ratios --only fleet`. They print
 * tables, and keep them in test-results/bench.json. Nothing is asserted: figures of a busy machine say nothing, ratios of one
 * run do.
 */
const BENCHMARKS = ['append', 'replay', 'growth', 'memory', 'start', 'ratios', 'freshness']

const given = process.argv.slice(2)
const dash = given.findIndex((word) => word.startsWith('-'))
const asked = dash < 0 ? given : given.slice(0, dash)
const options = dash < 0 ? [] : given.slice(dash)
const unknown = asked.filter((name) => !BENCHMARKS.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. Usage: npm run bench -- [${BENCHMARKS.join('|')}] …`)
  process.exitCode = 1
} else {
  for (const name of asked.length > 0 ? asked : BENCHMARKS) {
    console.log(`\n── ${name}`)
    if (!(await run(name))) process.exitCode = 1
  }
}

/** Runs one benchmark to its end. @returns whether it came through */
function run(name: string): Promise<boolean> {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...options], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
