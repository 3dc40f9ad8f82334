import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart } from '@forecourt/infra/embedded/cannot-start.ts'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { endProcess, identify, isRunning } from '@forecourt/infra/embedded/processes.ts'
import { intention } from './intention.ts'

/** An EventStoreDB server of a run's own, which has the log. It is started again whenever it ends. */
export interface EventStore extends AsyncDisposable {
  /** `EVENTSTORE_URL` of whoever asks it directly. */
  readonly url: string
  /** Its process id; undefined when there is none at the moment. */
  server(): number | undefined
  /**
   * Ends it on purpose. Resolves when it answers again.
   * @param struck called when the signal was sent: never when there is none at the moment
   * @throws when it does not come back
   */
  restart(signal: 'SIGTERM' | 'SIGKILL', struck: () => void): Promise<void>
}

interface Circumstances {
  /** Of the platform: its data are in `event-store`, its process id in `run`, what it says in `logs`. */
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

/**
 * Starts a server, and keeps it running.
 * @param command `EVENTSTORE_COMMAND`: a program that is given a port and a data folder and runs a server without TLS in the
 *   foreground
 * @throws CannotStart; the reason of the stop
 */
export async function openEventStore(
  command: string,
  { folder, say, crashed, stop }: Circumstances,
): Promise<EventStore> {
  const [data, pidFile] = [join(folder, 'event-store'), join(folder, 'run', 'event-store.pid')]
  mkdirSync(data, { recursive: true })
  const port = await freePort()
  const closing = new AbortController()
  const ending = intention()
  let isReady = false

  const keepRunning = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const child = launch(command, port, data, join(folder, 'logs', 'event-store.log'))
      const ended = once(child, 'exit')
      await once(child, 'spawn').catch((cause: unknown) => {
        ended.catch(() => {})
        throw new CannotStart(`EVENTSTORE_COMMAND: ${command} cannot be run: ${String(cause)}`)
      })
      if (child.pid !== undefined) writeFileSync(pidFile, JSON.stringify(identify(child.pid) ?? {}))
      await ended
      rmSync(pidFile, { force: true })
      if (closing.signal.aborted) return
      if (!isReady) throw new CannotStart(`EVENTSTORE_COMMAND: ${command} has ended before it was ready`)
      if (!ending.wasMeant()) crashed()
      say('the event store ended and is started again')
      await delay(BETWEEN_STARTS)
    }
  }
  const running = () => {
    const identity = readIdentity(pidFile)
    return identity !== undefined && isRunning(identity) ? identity : undefined
  }
  const close = async (): Promise<void> => {
    closing.abort()
    const identity = running()
    if (identity !== undefined) await endProcess(identity, ['SIGTERM', 'SIGKILL'], 5_000)
    await kept.catch(() => {})
  }

  const kept = keepRunning()
  const whileFirst = new AbortController()
  try {
    await Promise.race([kept, untilLive(port, AbortSignal.any([stop, whileFirst.signal]))])
    isReady = true
  } catch (cause) {
    await close()
    throw cause
  } finally {
    whileFirst.abort()
  }
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    server: () => running()?.pid,
    async restart(signal, struck) {
      const identity = running()
      if (identity === undefined) return
      ending.isMeant()
      process.kill(identity.pid, signal)
      struck()
      // Who is told to end answers for a while yet.
      while (isRunning(identity)) await delay(BETWEEN_LOOKS)
      await untilLive(port, closing.signal)
    },
    [Symbol.asyncDispose]: close,
  }
}

function launch(command: string, port: number, data: string, logFile: string): ChildProcess {
  // The server takes every variable of this prefix for a setting, and does not start when it knows none of that name.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')))
  const log = openSync(logFile, 'a', 0o600)
  try {
    // A group of its own: Ctrl-C reaches the runner alone, which ends the parts in their order.
    return spawn(command, [String(port), data], { env, stdio: ['ignore', log, log], detached: true })
  } finally {
    closeSync(log)
  }
}

/** @throws the reason of the signal; when nobody has answered for {@link LONGEST_AWAY} */
async function untilLive(port: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + LONGEST_AWAY
  for (;;) {
    signal.throwIfAborted()
    const patience = AbortSignal.any([signal, AbortSignal.timeout(1_000)])
    const answer = await fetch(`http://127.0.0.1:${port}/health/live`, { signal: patience }).catch(() => undefined)
    await answer?.body?.cancel().catch(() => {})
    if (answer?.ok === true) return
    if (performance.now() > deadline) throw new Error(`no event store answers on port ${port}`)
    await delay(BETWEEN_LOOKS)
  }
}
