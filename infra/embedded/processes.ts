import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Process ids are used again by the system. So a process of an earlier run is recognised by its id and by when it
 * started: `startedAt` is opaque text that is equal only for the same process (and the same boot of the machine).
 */
export interface ProcessIdentity {
  readonly pid: number
  readonly startedAt: string
}

/** The process with this id as it runs now, or undefined when there is none (a zombie counts as none). */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid)
  return startedAt === undefined ? undefined : { pid, startedAt }
}

/** Whether exactly this process, not another one with the same id, still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt
}

/**
 * Ends one process with the given signals in turn, giving it `patienceMs` after each. Returns whether it is gone. A
 * stopped process (SIGSTOP) is woken, otherwise it would never see the signal.
 */
export async function endProcess(
  identity: ProcessIdentity,
  signals: readonly NodeJS.Signals[],
  patienceMs: number,
): Promise<boolean> {
  for (const signal of signals) {
    if (!isRunning(identity)) return true
    send(identity.pid, signal)
    send(identity.pid, 'SIGCONT')
    const deadline = performance.now() + patienceMs
    while (performance.now() < deadline) {
      if (!isRunning(identity)) return true
      await delay(20)
    }
  }
  return !isRunning(identity)
}

/** The program's file name and working folder of a running process; undefined when it is gone or not ours to look at. */
export function programOf(pid: number): { program: string; folder: string } | undefined {
  if (process.platform === 'linux') {
    try {
      // A program file that was replaced meanwhile (npm ci) is shown as "postgres (deleted)".
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      return { program, folder: readlinkSync(`/proc/${pid}/cwd`) }
    } catch {
      return undefined
    }
  }
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, program, folder] = /^(\S+).* -D (.+?)(?: -p |$)/.exec(command.stdout?.trim() ?? '') ?? []
  return program === undefined || folder === undefined ? undefined : { program: basename(program), folder }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It went away meanwhile.
  }
}

/** State and start time (in clock ticks since boot) are fields 3 and 22 of /proc/pid/stat; the name before may hold spaces. */
function startOnLinux(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [state, ticks] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X' || ticks === undefined) return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`
  } catch {
    return undefined
  }
}

function startByPs(pid: number): string | undefined {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
  })
  const line = ps.stdout?.trim() ?? ''
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
}
