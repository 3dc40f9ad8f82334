import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart } from '@forecourt/infra/embedded/cannot-start.ts'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { endProcess, identify, isRunning } from '@forecourt/infra/embedded/processes.ts'
import { freeze } from './freeze.ts'
import { intention } from './intention.ts'

/** A server of a run's own that the product can stand on, and that is no part of the embedded one. */
export interface OwnServer extends AsyncDisposable {
  readonly port: number
  /**
   * Ends it on purpose; it is started again. Resolves when it answers.
   * @param struck called when the signal was sent: never when there is none at the moment
   * @throws when it does not come back
   */
  restart(signal: 'SIGTERM' | 'SIGKILL', struck: () => void): Promise<void>
  /** Stops it where it is. @returns what lets it go on; undefined when there is none at the moment */
  freeze(): (() => void) | undefined
}

/** What such servers are, as plans of faults name them. */
export const OWN_SERVERS = ['event store', 'redis'] as const
export type OwnServerName = (typeof OWN_SERVERS)[number]

export const isOwnServer = (name: string): name is OwnServerName => OWN_SERVERS.some((one) => one === name)

/** How one is run. */
export interface Program {
  /** A name for files. */
  readonly name: string
  readonly command: string
  /** What to do when the command cannot be run, in words. */
  readonly otherwise: string
  readonly args: (port: number, dataFolder: string) => readonly string[]
  /** Whether it can work. */
  readonly answers: (port: number, signal: AbortSignal) => Promise<boolean>
}

export interface Circumstances {
  /** Of the platform: its data are in a folder of its name, its process id in `run`, what it says in `logs`. */
  readonly folder: string
  readonly say: (line: string) => void
  /** Told when it has ended though nobody had ended it. */
  readonly crashed: () => void
  /** Ends the waiting for its first readiness. */
  readonly stop: AbortSignal
}

/** One that does not come back within this time does not come back. In milliseconds. */
const LONGEST_AWAY = 120_000
const BETWEEN_STARTS = 200
const BETWEEN_LOOKS = 100
const PATIENCE = 1_000

/** Starts a server, and starts it again whenever it ends. @throws CannotStart; the reason of the stop */
export async function keepServer(program: Program, { folder, say, crashed, stop }: Circumstances): Promise<OwnServer> {
  const { name } = program
  const [data, pidFile] = [join(folder, name), join(folder, 'run', `${name}.pid`)]
  mkdirSync(data, { recursive: true })
  const port = await freePort()
  const closing = new AbortController()
  const ending = intention()
  let isReady = false

  const keepRunning = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const child = launch(program, port, data, join(folder, 'logs', `${name}.log`))
      const ended = once(child, 'exit')
      await once(child, 'spawn').catch((cause: unknown) => {
        ended.catch(() => {})
        throw new CannotStart(`${program.command} cannot be run: ${program.otherwise}`, { cause })
      })
      if (child.pid !== undefined) writeFileSync(pidFile, JSON.stringify(identify(child.pid) ?? {}))
      await ended
      rmSync(pidFile, { force: true })
      if (closing.signal.aborted) return
      if (!isReady) throw new CannotStart(`${program.command} has ended before it answered: ${program.otherwise}`)
      if (!ending.wasMeant()) crashed()
      say(`${name} ended and is started again`)
      await delay(BETWEEN_STARTS)
    }
  }
  const running = () => {
    const identity = readIdentity(pidFile)
    return identity !== undefined && isRunning(identity) ? identity : undefined
  }
  const untilAnswers = async (signal: AbortSignal): Promise<void> => {
    const deadline = performance.now() + LONGEST_AWAY
    while (!(await program.answers(port, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])))) {
      signal.throwIfAborted()
      if (performance.now() > deadline) throw new Error(`${name} does not answer on port ${port}`)
      await delay(BETWEEN_LOOKS)
    }
  }
  const close = async (): Promise<void> => {
    closing.abort()
    const identity = running()
    if (identity !== undefined) await endProcess(identity, ['SIGTERM', 'SIGKILL'], 5_000)
    await kept.catch(() => {})
  }

  const kept = keepRunning()
  const first = new AbortController()
  try {
    await Promise.race([kept, untilAnswers(AbortSignal.any([stop, first.signal]))])
    stop.throwIfAborted()
    isReady = true
  } catch (cause) {
    await close()
    throw cause
  } finally {
    first.abort()
  }
  return {
    port,
    async restart(signal, struck) {
      const identity = running()
      if (identity === undefined) return
      ending.isMeant()
      process.kill(identity.pid, signal)
      struck()
      // Who is told to end answers for a while yet.
      while (isRunning(identity)) await delay(BETWEEN_LOOKS)
      await untilAnswers(closing.signal)
    },
    freeze() {
      const identity = running()
      return identity === undefined ? undefined : freeze(identity.pid)
    },
    [Symbol.asyncDispose]: close,
  }
}

function launch({ command, args }: Program, port: number, data: string, logFile: string): ChildProcess {
  // An EventStoreDB takes every variable of this prefix for a setting, and does not start when it knows none of that name.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')))
  const log = openSync(logFile, 'a', 0o600)
  try {
    // A group of its own: Ctrl-C reaches the runner alone, which ends the parts in their order.
    return spawn(command, args(port, data), { env, stdio: ['ignore', log, log], detached: true })
  } finally {
    closeSync(log)
  }
}
