import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { isRunning, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import type { Pool } from 'pg'

type Signal = 'SIGSTOP' | 'SIGCONT'

/** Sends a signal to each of them that runs still, and to nobody who has got its id since: SIGSTOP stops them, SIGCONT lets them go on. */
export function signalEach(processes: readonly ProcessIdentity[], signal: Signal): void {
  for (const identity of processes) {
    if (!isRunning(identity)) continue
    try {
      process.kill(identity.pid, signal)
    } catch {
      // It has ended in between.
    }
  }
}

/** As {@link signalEach}, to every process whose pid file is in the folder. */
export const signalAll = (pidFolder: string, signal: Signal): void => signalEach(processesIn(pidFolder), signal)

/** The processes whose pid files are in the folder, as they run now. */
export const processesIn = (pidFolder: string): ProcessIdentity[] =>
  readdirSync(pidFolder).flatMap((name) => readIdentity(join(pidFolder, name)) ?? [])

/** Between two looks at what is under way, in milliseconds: it is mostly over at once. */
const LOOK_MS = 20
/** No statement of a service takes so long; in milliseconds. */
const PATIENCE_MS = 60_000

/**
 * What is asked of this database and being answered. Not what waits for a client to read or for a lock to be given back:
 * those who could are stopped.
 */
const UNDER_WAY = `
  select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and state = 'active' and coalesce(wait_event_type, '') not in ('Client', 'Lock')`

/** Stops these processes, and resolves when their database does nothing more for them. @throws {Error} it goes on for too long */
export async function freezeEach(processes: readonly ProcessIdentity[], database: Pool): Promise<void> {
  signalEach(processes, 'SIGSTOP')
  const deadline = performance.now() + PATIENCE_MS
  while ((await database.query(UNDER_WAY)).rowCount !== 0) {
    if (performance.now() > deadline) throw new Error('a database goes on working for processes that are stopped')
    await pause(LOOK_MS)
  }
}

/** As {@link freezeEach}, every process whose pid file is in the folder. */
export const freezeAll = (pidFolder: string, database: Pool): Promise<void> =>
  freezeEach(processesIn(pidFolder), database)
