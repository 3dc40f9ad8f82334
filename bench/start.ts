import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DEMO_TENANTS } from '@forecourt/infra/demo/tenants.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { EVENT_LOG, withItsLog } from './event-log.ts'
import { endWhenTold } from './measure/end-when-told.ts'
import { keptAs, readOptions } from './options.ts'
import { keepResults } from './results.ts'
import { median } from './statistics.ts'

/**
 * `npm run bench -- start`: from the command `npm start` to the first answer of a portal's API. Warm, in this folder with
 * data of its own, which a first start fills; then cold, once, in a fresh clone of the last commit with nothing installed,
 * built or seeded (npm's own cache stays as it is), split by the steps that it names. `--quick` leaves the cold one out.
 */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const LOOK_MS = 20
/** What is not up by then will not be; in milliseconds. A cold start installs itself first. */
const PATIENCE_MS = 900_000

const options = readOptions()
const { quick, rounds: asked } = options
const rounds = asked ?? (quick ? 2 : 5)
const port = String(await freePort())
const question = `http://127.0.0.1:${port}/api/cars?businessSlug=${DEMO_TENANTS[0]?.slug}`

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
let endRunning = async (): Promise<void> => {}
endWhenTold(async () => {
  await endRunning()
  rmSync(folder, { recursive: true, force: true })
})
try {
  const data = join(folder, 'data')
  await start(ROOT, data)
  const starts: Started[] = []
  for (let round = 0; round < rounds; round += 1) starts.push(await start(ROOT, data))
  const warm = {
    'first answer, s': inHundredths(median(starts.map(({ firstAnswer }) => firstAnswer))),
    'says that it is ready, s': inHundredths(median(starts.map(({ ready }) => ready))),
    'slowest first answer, s': Math.max(...starts.map(({ firstAnswer }) => firstAnswer)),
  }
  console.log(`Warm npm start to the first answer of a portal's API, log in ${EVENT_LOG}, median of ${rounds}`)
  console.table({ warm })
  if (quick) console.log('A quick look leaves the start in a fresh clone out.')
  let cold: Started | undefined
  try {
    cold = quick ? undefined : await startCold()
  } finally {
    // Whatever stands in the way of the cold one: the others were measured.
    const isWhole = quick || cold !== undefined
    const name = `${keptAs(withItsLog('start'), options)}${isWhole ? '' : ', cut short'}`
    keepResults(name, { quick, rounds, starts, warm, cold })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** In a fresh clone of the last commit. */
async function startCold(): Promise<Started> {
  const clone = join(folder, 'forecourt')
  execFileSync('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--no-hardlinks', ROOT, clone])
  const cold = await start(clone, '')
  console.log('Cold start in a fresh clone, in seconds; steps after the installing run side by side')
  console.table([...cold.steps, { step: 'first answer after', seconds: cold.firstAnswer }])
  return cold
}

function inHundredths(seconds: number): number {
  return Number(seconds.toFixed(2))
}

interface Started {
  readonly steps: readonly { readonly step: string; readonly seconds: number }[]
  /** Seconds from the command to the first good answer over HTTP. */
  readonly firstAnswer: number
  /** Seconds from the command to the line that says it is ready. */
  readonly ready: number
}

/**
 * Starts the product of a checkout, waits until it is ready and ends it.
 * @param data folder, or '' for the product's own
 * @throws it ended, or did not answer in time; with what it said
 */
async function start(checkout: string, data: string): Promise<Started> {
  const began = performance.now()
  const seconds = () => Number(((performance.now() - began) / 1_000).toFixed(2))
  const npm = spawn('npm', ['start'], {
    cwd: checkout,
    env: { ...process.env, PATH: pathWithoutOurNode(), PORT: port, FORECOURT_DATA: data },
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
      const [, step, took] = /^✓ (.+) \((\d+\.\d) s\)$/.exec(line) ?? []
      if (step !== undefined) steps.push({ step, seconds: Number(took) })
      if (line.startsWith('Forecourt is ready')) ready.resolve(seconds())
    })
  }
  const over = new AbortController()
  // The product is a group of its own: whoever ends the benchmark in its terminal ends it through this.
  endRunning = async () => {
    interrupt(npm)
    await ended
  }
  try {
    const both = Promise.all([answered(over.signal).then(seconds), ready.promise])
    const late = pause(PATIENCE_MS, undefined, { signal: over.signal }).catch(() => undefined)
    const times = await Promise.race([both, ended.then(() => undefined), late])
    if (times === undefined) throw new Error(`the product did not start:\n${said.join('\n')}`)
    return { steps, firstAnswer: times[0], ready: times[1] }
  } finally {
    over.abort()
    await endRunning()
  }
}

/** Resolves when the portal's fleet is answered, or when nobody wants to know any more. */
async function answered(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const answer = await fetch(question, { signal }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok === true) return
    await pause(LOOK_MS)
  }
}

/** Ctrl-C in its terminal, unless it has ended: by itself, or of an earlier one. */
function interrupt({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGINT')
}

/** The machine's own Node, when there is one beside ours: a stranger has no Node 24 on the path. */
function pathWithoutOurNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const others = folders.filter((name) => name !== dirname(process.execPath) && !name.startsWith(ROOT))
  return (others.some((name) => existsSync(join(name, 'node'))) ? others : folders).join(delimiter)
}
