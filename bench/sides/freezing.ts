import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'

/** Sends a signal to every process whose pid file is in the folder: SIGSTOP stops them, SIGCONT lets them go on. */
export function signalAll(pidFolder: string, signal: 'SIGSTOP' | 'SIGCONT'): void {
  for (const name of readdirSync(pidFolder)) {
    const identity = readIdentity(join(pidFolder, name))
    if (identity !== undefined) process.kill(identity.pid, signal)
  }
}
