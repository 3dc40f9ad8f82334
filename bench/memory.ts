import { mkdtempSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { PROGRAMS } from '@forecourt/infra/embedded/services.ts'
import { Run } from '../tests/system/support/run.ts'
import { endWhenTold } from './measure/end-when-told.ts'
import { residentMemory } from './measure/memory.ts'
import { readOptions } from './options.ts'
import { keepResults } from './results.ts'

/**
 * Resident memory of each Node process of the product while nobody asks anything, and of PostgreSQL with all its connections:
 * after the first start, which seeds the demo, and after a second one. Reads /proc, so it runs on Linux only.
 */
const GOAL_MB = 150
const POSTGRES = 'PostgreSQL, all of its processes'
const { quick } = readOptions()
/** Memory is given back after so long: ten minutes, as usually, are too long to wait for. */
const REST_SECONDS = 60
/** What a first start leaves to do, the demo's mails, is done before that. A quick look does not see it. */
const IDLE_MS = quick ? 3_000 : (REST_SECONDS + 60) * 1_000

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const port = await freePort()
let running: Run | undefined
endWhenTold(async () => {
  running?.interrupt()
  await running?.ended
  rmSync(folder, { recursive: true, force: true })
})
try {
  const first = await measure()
  const second = await measure()
  console.log(`Resident memory after ${IDLE_MS / 1_000} idle seconds, in MB; the goal is less than ${GOAL_MB} for each`)
  // One that is missing holds nothing, and no goal.
  const figures = [...new Set([...Object.values(PROGRAMS), ...first.keys(), ...second.keys()])].map((program) => ({
    program,
    'first start': first.get(program) ?? Number.NaN,
    'second start': second.get(program) ?? Number.NaN,
  }))
  console.table(figures)
  const goals = figures
    .filter(({ program }) => program !== POSTGRES)
    .map(({ program, ...starts }) => {
      const most = Math.max(...Object.values(starts))
      return { what: `${program}: ${most} MB, goal less than ${GOAL_MB}`, held: most < GOAL_MB }
    })
  keepResults('memory', { quick, goals, memory: figures })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Starts the product, leaves it alone, looks at its processes and ends it. */
async function measure(): Promise<Map<string, number>> {
  const run = new Run(port, join(folder, 'data'), { MEMORY_REST_SECONDS: String(REST_SECONDS) })
  running = run
  try {
    await run.ready()
    await delay(IDLE_MS)
    const of = (program: string) =>
      run.processes().filter(({ pid }) => basename(readlinkSync(`/proc/${pid}/exe`)) === program)
    const postgres = of('postgres').reduce((sum, { pid }) => sum + ownMegabytes(pid), 0)
    return new Map([
      ...of('node').map(({ pid }) => [programOf(pid), residentMemory(pid)?.now ?? Number.NaN] as const),
      [POSTGRES, Math.round(postgres)],
    ])
  } finally {
    run.interrupt()
    await run.ended
  }
}

/** Node's own flags come before it. */
function programOf(pid: number): string {
  const [, ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  return args.find((arg) => !arg.startsWith('-')) ?? String(pid)
}

/** What processes share is counted once for all of them: PostgreSQL's have their buffers in common. */
function ownMegabytes(pid: number): number {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Number(kilobytes) / 1_024
}
