import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { reasonOf } from '@forecourt/kit/system-error.ts'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { readIdentity } from './data-folder.ts'
import { freePort } from './ports.ts'
import { endProcess, identify } from './processes.ts'

const TRIES_AT_FIRST = 3
const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 5_000
const STEADY_AFTER_MS = 30_000
const LONGEST_LOG_BYTES = 20_000_000
/** Whatever a service waits for, somebody at the terminal has waited long enough by then. */
const READY_WITHIN_MS = 45_000
/** A service gives itself 25 s, and what is under way ten of these (`packages/kit/shutdown.ts`). */
const ENDS_WITHIN_MS = 28_000

export interface ServiceOptions {
  readonly name: string
  /** The program that Node runs, with its arguments. */
  readonly program: readonly string[]
  readonly workingFolder: string
  /** Its whole environment; HOST and PORT are added. It answers `GET /readyz` there when it can work. */
  readonly environment: Readonly<Record<string, string>>
  /** Folder for `{name}.pid`. */
  readonly pidFolder: string
  /** Folder for `{name}.log`. */
  readonly logFolder: string
  /** Told when the service went down and when it is back. */
  readonly say: (line: string) => void
  /**
   * Asked when it ended: whether somebody has killed it on purpose since it was asked last. Nobody has when not given.
   * @param how `exit code 1`, or the signal's name
   */
  readonly wasMeant?: (how: string) => boolean
  /** Ends the waiting for its first readiness. */
  readonly stop: AbortSignal
  /** How long it may take until it is ready for the first time, in milliseconds; 45 s when not given. */
  readonly readyWithinMs?: number
  /** How long it may take to end in order, in milliseconds, before it is killed; 28 s when not given. */
  readonly endsWithinMs?: number
}

export interface Service {
  /** Where it answers right now; undefined while it is (re)starting. */
  url(): string | undefined
  /** Ends it and does not start it again. */
  stop(): Promise<void>
}

/**
 * Runs a service as a process of its own and starts it again, after a growing pause, whenever it ends. Returns when it
 * is ready for the first time.
 * @throws CannotStart when it ends again and again before it was ever ready, is not ready in time, or is to stop
 */
export async function supervise(options: ServiceOptions): Promise<Service> {
  let running: Launched | undefined
  let ready = false
  let wasReady = false
  let missing = NO_ANSWER
  const stopping = new AbortController()
  const firstTime = Promise.withResolvers<void>()

  const keepRunning = async (): Promise<void> => {
    let pause = FIRST_PAUSE_MS
    for (let failures = 0; !stopping.signal.aborted; ) {
      const launched = await launch(options, stopping.signal).catch((cause: unknown) => {
        // Before it was ever ready that is for whoever starts it.
        if (!wasReady) throw cause
        return reasonOf(cause)
      })
      if (launched === undefined) return
      if (typeof launched === 'string') {
        options.say(`${options.name} cannot be started: ${launched}; that is tried again`)
        await delay(LONGEST_PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
        continue
      }
      running = launched
      const since = performance.now()
      ready = await becomesReady(launched, stopping.signal, (why) => {
        missing = why
      })
      if (ready) {
        if (failures > 0) options.say(`${options.name} is back`)
        failures = 0
        wasReady = true
        firstTime.resolve()
      }
      const how = await launched.ended
      ready = false
      rmSync(pidFile(options), { force: true })
      if (stopping.signal.aborted) return
      failures += 1
      options.say(
        options.wasMeant?.(how) === true
          ? `${options.name} ended and is started again`
          : `${options.name} ended unexpectedly (${how}) and is started again; its log: ${logFile(options)}`,
      )
      if (failures === TRIES_AT_FIRST)
        firstTime.reject(new CannotStart(`${options.name} does not start: ${lastWordsIn(logFile(options))}`))
      pause = performance.now() - since > STEADY_AFTER_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS)
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const kept = keepRunning().catch((error: unknown) => firstTime.reject(error))
  const stop = async (): Promise<void> => {
    stopping.abort()
    const identity = running?.child.pid === undefined ? undefined : identify(running.child.pid)
    if (identity !== undefined && running?.child.exitCode === null)
      await endProcess(identity, ['SIGTERM', 'SIGKILL'], options.endsWithinMs ?? ENDS_WITHIN_MS)
    await kept
  }
  const giveUp = () => firstTime.reject(new CannotStart(`${options.name} was stopped before it was ready.`))
  options.stop.addEventListener('abort', giveUp, { once: true })
  if (options.stop.aborted) giveUp()
  const patience = options.readyWithinMs ?? READY_WITHIN_MS
  const late = setTimeout(() => {
    const seconds = Math.round(patience / 1000)
    firstTime.reject(
      new CannotStart(`${options.name} is not ready after ${seconds} s: ${missing}. Its log: ${logFile(options)}`),
    )
  }, patience)
  try {
    await firstTime.promise
  } catch (cause) {
    await stop()
    throw cause
  } finally {
    clearTimeout(late)
    options.stop.removeEventListener('abort', giveUp)
  }
  return { url: () => (ready ? running?.url : undefined), stop }
}

/** Ends the services that a killed run left behind: those, and only those, that its pid files name. */
export async function endLeftoverServices(pidFolder: string): Promise<void> {
  mkdirSync(pidFolder, { recursive: true })
  await Promise.all(
    readdirSync(pidFolder).map(async (name) => {
      const file = join(pidFolder, name)
      const identity = readIdentity(file)
      if (identity !== undefined) await endProcess(identity, ['SIGTERM', 'SIGKILL'], 3_000)
      rmSync(file, { force: true })
    }),
  )
}

interface Launched {
  readonly child: ChildProcess
  readonly url: string
  /** Resolves with how it ended: `exit code 1`, a signal's name, or why it could not be run. */
  readonly ended: Promise<string>
}

/** Undefined when it is to stop: nothing runs then. @throws the system's error when its files cannot be written: likewise */
async function launch(options: ServiceOptions, stopping: AbortSignal): Promise<Launched | undefined> {
  const port = await freePort()
  if (stopping.aborted) return undefined
  // To a file, not through this process: a service must not stall or die on a log that nobody reads any more.
  const log = openSync(logFile(options), isLong(logFile(options)) ? 'w' : 'a', 0o600)
  const child = spawn(process.execPath, [...NODE_FLAGS, ...options.program], {
    cwd: options.workingFolder,
    env: { ...options.environment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', log, log],
    // A group of its own: Ctrl-C reaches the runner alone, which ends the parts in their order.
    detached: true,
  })
  closeSync(log)
  const ended = new Promise<string>((settle) => {
    child.once('error', (error) => settle(error.message))
    child.once('exit', (code, signal) => settle(signal ?? `exit code ${code}`))
  })
  try {
    if (child.pid !== undefined) writeFileSync(pidFile(options), JSON.stringify(identify(child.pid) ?? {}))
  } catch (cause) {
    // Nobody would know of it, and nobody would end it.
    child.kill('SIGKILL')
    throw cause
  }
  return { child, url: `http://127.0.0.1:${port}`, ended }
}

/** Asks until the service says that it is ready; false when it ended before, or is to end. `tell` hears what is missing. */
async function becomesReady(
  { child, url }: Launched,
  stopping: AbortSignal,
  tell: (missing: string) => void,
): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined && !stopping.aborted) {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(3_000)])
    const answer = await fetch(`${url}/readyz`, { signal }).catch(() => undefined)
    const body: unknown = await answer?.json().catch(() => undefined)
    if (answer?.ok === true) return true
    const { data } = NotReady.safeParse(body)
    tell(data === undefined ? NO_ANSWER : `these checks of it fail: ${data.failing.join(', ')}`)
    await delay(50)
  }
  return false
}

/** What `GET /readyz` says with 503 (`packages/kit/health.ts`). */
const NotReady = z.object({ failing: z.array(z.string()) })
const NO_ANSWER = 'it does not answer yet, as something that it needs is unreachable'

const pidFile = ({ pidFolder, name }: ServiceOptions) => join(pidFolder, `${name}.pid`)
const logFile = ({ logFolder, name }: ServiceOptions) => join(logFolder, `${name}.log`)

function isLong(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LONGEST_LOG_BYTES
}

/** What a service said last in its log. A stack trace's first line says more than its last ones. */
export function lastWordsIn(log: string): string {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  return (
    lines.findLast((line) => /error/i.test(line) && !/^\s+at /.test(line))?.trim() ?? lines.at(-1) ?? 'it says nothing'
  )
}
