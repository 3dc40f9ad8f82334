import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askedToStop } from '@forecourt/infra/embedded/stop-signal.ts'
import { type Asked, asksForHelp, readCommandLine, USAGE } from './command-line.ts'
import { EVENT_LOG, HEEDS_ITS_LOG } from './event-log.ts'
import { checkFigures } from './figures.ts'
import { machineInWords, probe } from './machine.ts'
import { clear, clearAfterKilled, makeOwnFolder } from './own-folder.ts'
import { keptSince, resultsFile } from './results.ts'

/**
 * `npm run bench`: all measurements, one after another, each in a process of its own; `npm run bench -- append memory`
 * only those. They print tables and which goals were missed, and keep all of it in test-results/bench.json. Nothing is
 * asserted: figures of a busy machine say nothing, ratios of one run do. Exits with 1 when a measurement did not come to its
 * end, with 2 when something is wrong with the command line.
 */
const stop = askedToStop()
const given = process.argv.slice(2)
let asked: Asked | undefined
try {
  if (asksForHelp(given)) console.log(USAGE)
  else asked = readCommandLine(given)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
try {
  if (asked !== undefined) await runInOwnFolder(asked)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Looks before anything is measured whether there is a place for all that will be written. */
async function runInOwnFolder(all: Asked): Promise<void> {
  using folder = makeOwnFolder()
  checkFigures(resultsFile(all.options.quick))
  await clearAfterKilled()
  await runAll(all, folder.path)
}

async function runAll({ names, words, options: { quick, json } }: Asked, folder: string): Promise<void> {
  const began = new Date()
  console.log(machineInWords())
  for (const name of names) {
    if (stop.aborted) {
      console.error(`Stopped before ${names.slice(names.indexOf(name)).join(', ')}.`)
      process.exitCode = 1
      break
    }
    const where =
      EVENT_LOG === 'PostgreSQL' || HEEDS_ITS_LOG.has(name) ? '' : ', with its log in PostgreSQL all the same'
    console.log(`\n── ${name}${where} (the machine's probe takes ${probe()} ms just now)`)
    if (!(await run(name, words, join(folder, name)))) {
      console.error(`${name} did not come to its end.`)
      process.exitCode = 1
    }
  }
  const minutes = ((Date.now() - began.getTime()) / 60_000).toFixed(1)
  console.log(`\n── took ${minutes} min`)
  const kept = keptSince(began, quick)
  // One part alone has just said it.
  if (names.length > 1 && !quick) console.log(kept.goals)
  if (kept.names.length > 0) console.log(`All figures: ${resultsFile(quick)}, under ${kept.names.join(', ')}`)
  if (json) console.log(kept.json)
  if (quick) console.log('This was a quick look: small sizes and few rounds say whether it runs, and little else.')
}

/**
 * Runs one benchmark to its end, which it sees to itself when it is told to stop, or when this process is gone. What it has
 * left because it was killed is ended for it: nothing is measured beside that.
 * @param folder for all that it makes
 * @returns whether it came through
 */
async function run(name: string, words: readonly string[], folder: string): Promise<boolean> {
  mkdirSync(folder)
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: folder },
  })
  const end = () => child.kill()
  stop.addEventListener('abort', end)
  try {
    return await new Promise<boolean>((resolve) => {
      child.once('error', () => resolve(false))
      child.once('close', (code) => resolve(code === 0))
    })
  } finally {
    stop.removeEventListener('abort', end)
    await clear(folder)
  }
}
