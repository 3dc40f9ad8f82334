import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import type { Pool } from 'pg'

/** Sends a signal to every process whose pid file is in the folder: SIGSTOP stops them, SIGCONT lets them go on. */
export function signalAll(pidFolder: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const name of readdirSync(pidFolder)) {
    const identity = readIdentity(join(pidFolder, name))
    if (identity !== undefined) process.kill(identity.pid, signal)
  }
}

const LOOK = 20

/**
 * What is asked of this database and being answered. Not what waits for a client to read or for a lock to be given back:
 * those who could are stopped.
 */
const UNDER_WAY = `
  select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    and state = 'active' and coalesce(wait_event_type, '') not in ('Client', 'Lock')`

/** Stops every process whose pid file is in the folder, and resolves when their database does nothing more for them. */
export async function freezeAll(pidFolder: string, database: Pool): Promise<void> {
  signalAll(pidFolder, 'SIGSTOP')
  while ((await database.query(UNDER_WAY)).rowCount !== 0) await pause(LOOK)
}
