import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { endProcess, identify, programOf } from './processes.ts'

/**
 * Clears the way after a run that was killed. A server that still runs on exactly this data folder is shut down; a pid
 * file that names no such server is removed, because PostgreSQL would take any process that has that id today for its
 * predecessor and refuse to start.
 * @throws CannotStart when the old server does not end.
 */
export async function endLeftoverServer(dataFolder: string): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  const pid = readPid(pidFile)
  if (pid === undefined) return
  const identity = identify(pid)
  if (identity !== undefined && isServerOn(pid, dataFolder)) {
    // SIGINT: fast shutdown with a checkpoint. SIGQUIT: at once, the next start recovers from the write-ahead log.
    const gone = await endProcess(identity, ['SIGINT', 'SIGQUIT', 'SIGKILL'], 10_000)
    if (!gone) throw new CannotStart(`A PostgreSQL of an earlier run (process ${pid}) does not end: end it by hand.`)
  }
  rmSync(pidFile, { force: true })
}

/**
 * The server's id by its pid file, `postmaster.pid`.
 * @returns undefined when there is no file; 0 when its first line is none, which is as good as a dead process
 */
export function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0])
    return Number.isSafeInteger(pid) && pid > 0 ? pid : 0
  } catch {
    return undefined
  }
}

function isServerOn(pid: number, dataFolder: string): boolean {
  const running = programOf(pid)
  return running?.program === 'postgres' && running.folder === realpathSync(dataFolder)
}
