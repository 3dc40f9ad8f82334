import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * `npm run bench`: all measurements, one after another, each in a process of its own; `npm run bench -- append memory`
 * only those. They print tables. Nothing is asserted: figures of a busy machine say nothing, ratios of one run do.
 */
const BENCHMARKS = ['append', 'projector', 'memory', 'start']

const asked = process.argv.slice(2)
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
  const child = spawn(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], { stdio: 'inherit' })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}
