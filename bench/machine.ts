import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '@forecourt/infra/embedded/postgres-program.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** What was measured, and on what, for whoever reads its figures. @param probes what {@link probe} has said meanwhile */
export const machine = (probes: readonly number[]) => ({
  system: `${platform()} ${release()} ${arch()}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  postgres: versionOfPostgres(),
  commit: commit(),
  load: loadavg().map((load) => Number(load.toFixed(1))),
  probes,
})

const PROBES = 5
const PROBE_BYTES = 32_000_000

/**
 * How long the machine takes just now for the same piece of work, in milliseconds: the least of some tries. Two figures of one
 * machine can be told apart by that when somebody else was busy on it, or its speed is not always the same.
 */
export function probe(): number {
  const bytes = Buffer.alloc(PROBE_BYTES)
  const tries = Array.from({ length: PROBES }, () => {
    const began = performance.now()
    createHash('sha256').update(bytes).digest()
    return performance.now() - began
  })
  return Number(Math.min(...tries).toFixed(1))
}

/** The machine in a line, for whoever reads tables on a terminal. */
export function machineInWords(): string {
  const { system, processor, cores, memoryGB, node, postgres, commit: at } = machine([])
  return `${cores} cores (${processor}), ${memoryGB} GB, ${system}; Node ${node}, ${postgres}; ${at ?? 'no commit'}`
}

function versionOfPostgres(): string {
  const [command, args] = findPostgres().command('postgres', ['--version'])
  return execFileSync(command, args, { encoding: 'utf8' }).trim()
}

/** As git names it, with `-dirty` when files differ from it; nothing where there is no git. */
function commit(): string | undefined {
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=12']
    return execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return undefined
  }
}
