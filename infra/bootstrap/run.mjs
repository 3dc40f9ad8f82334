// Behind every npm script: sees to Node 24 and the libraries, then hands over. Runs on any Node from 20 on.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { constants as system } from 'node:os'
import { join } from 'node:path'
import { environmentFor } from './environment.mjs'
import { installFrom } from './install.mjs'
import { findNode } from './node-24.mjs'
import { ROOT, Stop, step } from './steps.mjs'

/** @type {Record<string, (args: string[]) => string[]>} what Node is given for each command */
const COMMANDS = {
  // NODE_FLAGS of packages/kit/node-flags.ts, which cannot be read before Node 24 is there.
  start: (args) => ['--no-memory-reducer', 'infra/embedded/main.ts', ...args],
  test: (args) => ['infra/verify/test.ts', ...args],
  check: (args) => ['infra/verify/check.ts', ...args],
  operator: (args) => [...embeddedSettings(), 'services/operator/main.ts', ...args],
  rehearse: (args) => [...embeddedSettings(), 'infra/backup/rehearse-main.ts', ...args],
  restore: (args) => ['infra/backup/restore-main.ts', ...args],
  bench: (args) => ['bench/main.ts', ...args],
  chaos: (args) => ['chaos/main.ts', ...args],
  'bench:web': (args) => ['web/bench/main.ts', ...args],
  gallery: (args) => ['infra/screenshots/gallery/main.ts', ...args],
  screenshots: (args) => ['infra/screenshots/main.ts', ...args],
}

/**
 * Without a DATABASE_URL the operators' CLI works on the product that runs here: `npm start` leaves its addresses in a file. Of
 * one that cannot be read Node would say that it is not there: the CLI says what is the matter.
 */
function embeddedSettings() {
  const file = join(process.env.FORECOURT_DATA ?? join(ROOT, '.data'), 'environment')
  return process.env.DATABASE_URL === undefined && isReadable(file) ? [`--env-file=${file}`] : []
}

/** @param {string} file */
function isReadable(file) {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}

async function run() {
  const [name = '', ...args] = process.argv.slice(2)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) throw new Stop(`Usage: node infra/bootstrap/run.mjs <${Object.keys(COMMANDS).join('|')}>`)
  const node = await findNode()
  await installFrom(ROOT, node, (install) => step('installing the libraries (npm ci)', install))
  handOver(node, command(args))
}

/**
 * Becomes, as far as Node can, the given program: same terminal, same signals, same exit code. The channel tells the
 * program when this process was killed, which no signal can.
 * @param {string} node
 * @param {string[]} args
 */
function handOver(node, args) {
  const child = spawn(node, args, {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: environmentFor(node),
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(child)
  child.once('error', (error) => {
    console.error(`✗ ${node} does not run: ${error.message}`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + system.signals[signal]))
}

/**
 * npm passes a signal on to the shell that runs the script, and the shell does not pass it on: so when the shell is gone
 * this process has another parent, and what npm was told counts for the program too.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250).unref()
}

run().catch((error) => {
  console.error(error instanceof Stop ? `✗ ${error.message}` : error)
  process.exit(1)
})
