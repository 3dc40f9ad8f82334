import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { environmentOfServer } from '@forecourt/event-log/eventstore/testing/server-program.ts'
import { CannotStart } from '@forecourt/infra/embedded/cannot-start.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { endProcess, identify, isRunning, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import { lastWordsIn } from '@forecourt/infra/embedded/supervisor.ts'
import { freeze } from './freeze.ts'
import { intention } from './intention.ts'

/** A server that the product stands on, in a process of its own, which can be hit. */
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
export const OWN_SERVERS = ['mail server', 'object storage', 'event store', 'redis'] as const
export type OwnServerName = (typeof OWN_SERVERS)[number]

export const isOwnServer = (name: string): name is OwnServerName => OWN_SERVERS.some((one) => one === name)

/** How one is run. */
export interface Program {
  /** What people and files call it. */
  readonly name: string
  readonly command: string
  /** What to do when the command cannot be run, in words. */
  readonly otherwise: string
  readonly args: (port: number, dataFolder: string) => readonly string[]
  /** What it is told besides what this process knows. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where its data are; in the platform's folder, in one of its name, unless this says otherwise. */
  readonly dataFolder?: string
  /** Whether it can work. */
  readonly answers: (port: number, signal: AbortSignal) => Promise<boolean>
}

export interface Circumstances {
  /** Of the platform: its process id is in `run`, what it says in `logs`. */
  readonly folder: string
  readonly say: (line: string) => void
  /** Told when it has ended though nobody had ended it, with what it said last. */
  readonly crashed: (how: string) => void
  /** Ends the waiting for its first readiness. */
  readonly stop: AbortSignal
}

/** One that does not come back within this time does not come back. In milliseconds. */
const LONGEST_AWAY = 120_000
const BETWEEN_STARTS = 200
const BETWEEN_LOOKS = 100
const PATIENCE = 1_000
/** Who was told to end is ended after so long. */
const PATIENCE_AT_THE_END = 10_000

/**
 * Starts a server, and starts it again whenever it ends.
 * @throws CannotStart when it cannot be run, or does not answer; the reason of the stop
 */
export async function keepServer(program: Program, { folder, say, crashed, stop }: Circumstances): Promise<OwnServer> {
  const { name, command } = program
  const { dataFolder: data = join(folder, name) } = program
  const logFile = join(folder, 'logs', `${name}.log`)
  const pidFile = join(folder, 'run', `${name}.pid`)
  mkdirSync(data, { recursive: true })
  const port = await freePort()
  stop.throwIfAborted()
  const closing = new AbortController()
  const ending = intention()
  let running: ProcessIdentity | undefined
  let isReady = false

  const keepRunning = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const launched = launch(program, { port, data, logFile, pidFile })
      running = launched.identity
      await launched.ended.catch((cause: unknown) => {
        throw new CannotStart(`${command} cannot be run: ${program.otherwise}`, { cause })
      })
      running = undefined
      rmSync(pidFile, { force: true })
      if (closing.signal.aborted) return
      if (!isReady) throw new CannotStart(`${command} has ended before it answered: ${lastWordsIn(logFile)}`)
      const wasMeant = ending.wasMeant()
      if (!wasMeant) crashed(`it said last: ${lastWordsIn(logFile)}`)
      say(`${name} ended ${wasMeant ? '' : 'unexpectedly '}and is started again`)
      await delay(BETWEEN_STARTS)
    }
  }
  const untilAnswers = async (signal: AbortSignal): Promise<void> => {
    const deadline = performance.now() + LONGEST_AWAY
    while (!(await program.answers(port, AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)])))) {
      signal.throwIfAborted()
      if (performance.now() > deadline)
        throw new CannotStart(`${command} does not answer on port ${port}: ${lastWordsIn(logFile)}`)
      await delay(BETWEEN_LOOKS)
    }
  }
  const close = async (): Promise<void> => {
    closing.abort()
    if (running !== undefined) await endProcess(running, ['SIGTERM', 'SIGKILL'], 5_000)
    await kept.catch(() => {})
  }

  const kept = keepRunning()
  // Heard of by whoever waits for it; later on nobody does.
  kept.catch((cause: unknown) => {
    if (!isReady) return
    crashed('it cannot be started again')
    say(`${name} cannot be started again: ${String(cause)}`)
  })
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
      const identity = running
      if (identity === undefined || !isRunning(identity)) return
      ending.isMeant()
      process.kill(identity.pid, signal)
      struck()
      // Who is told to end answers for a while yet, and may be told in vain.
      const deadline = performance.now() + PATIENCE_AT_THE_END
      while (isRunning(identity) && performance.now() < deadline) await delay(BETWEEN_LOOKS)
      await endProcess(identity, ['SIGKILL'], PATIENCE_AT_THE_END)
      await untilAnswers(closing.signal)
    },
    freeze: () => (running === undefined ? undefined : freeze(running.pid)),
    [Symbol.asyncDispose]: close,
  }
}

interface Places {
  readonly port: number
  readonly data: string
  readonly logFile: string
  readonly pidFile: string
}

/** Undefined when it cannot be run: then `ended` rejects. */
interface Launched {
  readonly identity: ProcessIdentity | undefined
  readonly ended: Promise<unknown>
}

function launch({ command, args, environment }: Program, { port, data, logFile, pidFile }: Places): Launched {
  const log = openSync(logFile, 'a', 0o600)
  // A group of its own: Ctrl-C reaches the runner alone, which ends the parts in their order.
  const child = spawn(command, args(port, data), {
    env: { ...environmentOfServer(process.env), ...environment },
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  const ended = once(child, 'exit')
  const identity = child.pid === undefined ? undefined : identify(child.pid)
  try {
    if (identity !== undefined) writeFileSync(pidFile, JSON.stringify(identity))
  } catch (cause) {
    // Nobody would know of it, and nobody would end it.
    child.kill('SIGKILL')
    ended.catch(() => {})
    throw cause
  }
  return { identity, ended }
}
