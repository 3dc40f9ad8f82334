import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { median } from './statistics.ts'

/**
 * How long `npm start` takes, split by the steps that it names: cold, in a fresh clone of the last commit with nothing
 * installed, built or seeded (npm's own cache stays as it is), and warm, the median of three further starts.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const WARM_STARTS = 3

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const clone = join(folder, 'forecourt')
const environment = { ...process.env, PATH: pathWithoutOurNode(), PORT: String(await freePort()), FORECOURT_DATA: '' }
try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
  const version = execFileSync('node', ['--version'], { env: environment, encoding: 'utf8' }).trim()
  const cold = await start()
  console.log(`Cold start with Node ${version}, in seconds; steps after the installing run side by side`)
  console.table([...cold.steps, { step: 'ready after', seconds: cold.ready }])

  const warm: number[] = []
  for (let n = 0; n < WARM_STARTS; n += 1) warm.push((await start()).ready)
  console.log(`Warm start, median of ${WARM_STARTS}: ready after ${median(warm)} s`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

interface Started {
  readonly steps: readonly { readonly step: string; readonly seconds: number }[]
  /** From the command to the line that says it is ready. */
  readonly ready: number
}

/** Starts the clone's product, waits until it is ready and ends it. */
async function start(): Promise<Started> {
  const began = performance.now()
  const npm = spawn('npm', ['start'], {
    cwd: clone,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => npm.once('close', () => resolve()))
  const steps: { step: string; seconds: number }[] = []
  const said: string[] = []
  const ready = Promise.withResolvers<number>()
  for (const stream of [npm.stdout, npm.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      said.push(line)
      const [, step, seconds] = /^✓ (.+) \((\d+\.\d) s\)$/.exec(line) ?? []
      if (step !== undefined) steps.push({ step, seconds: Number(seconds) })
      if (line.startsWith('Forecourt is ready')) ready.resolve((performance.now() - began) / 1_000)
    })
  }
  try {
    const seconds = await Promise.race([ready.promise, ended.then(() => undefined)])
    if (seconds === undefined) throw new Error(`the product did not start:\n${said.join('\n')}`)
    return { steps, ready: Number(seconds.toFixed(1)) }
  } finally {
    interrupt(npm)
    await ended
  }
}

/** Ctrl-C in its terminal. */
function interrupt({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGINT')
}

/** The machine's own Node, when there is one beside ours: a stranger has no Node 24 on the path. */
function pathWithoutOurNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const others = folders.filter((name) => name !== dirname(process.execPath) && !name.startsWith(ROOT))
  return (others.some((name) => existsSync(join(name, 'node'))) ? others : folders).join(delimiter)
}
