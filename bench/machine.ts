import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findPostgres } from '@forecourt/infra/embedded/postgres-program.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** What was measured, and on what, for whoever reads its figures. */
export const machine = () => ({
  system: `${platform()} ${release()} ${arch()}`,
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGB: Math.round(totalmem() / 1_073_741_824),
  node: process.version,
  postgres: versionOfPostgres(),
  commit: commit(),
  load: loadavg().map((load) => Number(load.toFixed(1))),
})

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
