import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { z } from 'zod'
import { NODE_ENVIRONMENT, ROOT } from './node.ts'

/** The product's processes. */
const PROGRAMS = {
  command: 'services/command/main.ts',
  query: 'services/query/main.ts',
  projector: 'services/query/projector.ts',
  workers: 'services/workers/main.ts',
} as const
export type ServiceName = keyof typeof PROGRAMS

/** How long a process may take until it is ready; under load it shares two cores with many others. */
const READY_WITHIN_MS = 120_000
const REMEMBERED_LINES = 60

const Listening = z.object({ msg: z.literal('listening'), port: z.int() })
const Quiet = z.object({ level: z.enum(['info', 'debug']) })

/** One real process of the product, with all that can happen to it. */
export class Service {
  readonly name: ServiceName
  readonly #environment: Readonly<Record<string, string>>
  readonly #onLine: (line: string) => void
  readonly #lastWords: string[] = []
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #url: string | undefined
  #wanted = false
  #falls = 0

  constructor(
    name: ServiceName,
    environment: Readonly<Record<string, string>>,
    onLine: (line: string) => void = () => {},
  ) {
    this.name = name
    this.#environment = environment
    this.#onLine = onLine
  }

  /** Where it answers; undefined while it is down or starting. */
  get url(): string | undefined {
    return this.#url
  }

  /** How often it has ended without being told to. */
  get falls(): number {
    return this.#falls
  }

  /** What it complained of last: for the message of a failing test. */
  get lastWords(): string {
    return `${this.name} (process ${this.#child?.pid}):\n${this.#lastWords.join('\n')}`
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Starts it and waits until it says that it is ready. @throws when it ends before, or takes too long */
  async start(): Promise<void> {
    this.#wanted = true
    const child = spawn(process.execPath, [...NODE_FLAGS, PROGRAMS[this.name]], {
      cwd: ROOT,
      env: { ...NODE_ENVIRONMENT, ...this.#environment, HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    running.add(child)
    const port = Promise.withResolvers<number>()
    port.promise.catch(() => {})
    this.#ended = new Promise((settle) => {
      const end = () => {
        running.delete(child)
        this.#url = undefined
        if (this.#wanted) this.#falls += 1
        port.reject(new Error(`it ended before it listened\n${this.lastWords}`))
        settle()
      }
      child.once('error', end)
      child.once('exit', end)
    })
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#onLine(line)
      this.#remember(line)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.#onLine(line)
      const said = jsonOf(line)
      const listening = Listening.safeParse(said)
      if (listening.success) port.resolve(listening.data.port)
      else if (!Quiet.safeParse(said).success) this.#remember(line)
    })
    const url = `http://127.0.0.1:${await port.promise}`
    await this.#becomesReady(child, url)
    this.#url = url
  }

  /** `kill -9`, at once. Resolves when the process is gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Asks it to end and waits for that; a process that does not is killed. @returns whether it ended by itself */
  async stop(): Promise<boolean> {
    this.thaw()
    const child = this.#child
    const patience = new AbortController()
    const killing = delay(60_000, undefined, { signal: patience.signal }).then(
      () => child?.kill('SIGKILL'),
      () => undefined,
    )
    await this.#end('SIGTERM')
    patience.abort()
    await killing
    return child?.signalCode !== 'SIGKILL'
  }

  /** Stops it where it is (SIGSTOP): it answers nobody, and its connections stay open. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  /** Lets it go on (SIGCONT). */
  thaw(): void {
    this.#child?.kill('SIGCONT')
  }

  /** Whether `/readyz` says that it can do its work. */
  async isReady(): Promise<boolean> {
    return this.#url !== undefined && (await saysReady(this.#url))
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#wanted = false
    this.#url = undefined
    this.#child?.kill(signal)
    await this.#ended
  }

  async #becomesReady(child: ChildProcess, url: string): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (!(await saysReady(url))) {
      // Killed while it was starting: whoever did it knows.
      if (!this.#wanted) throw new Error(`${this.name} was ended while it was starting`)
      if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline)
        throw new Error(`${this.name} does not become ready\n${this.lastWords}`)
      await delay(20)
    }
  }

  #remember(line: string): void {
    this.#lastWords.push(line.slice(0, 2_000))
    if (this.#lastWords.length > REMEMBERED_LINES) this.#lastWords.shift()
  }
}

async function saysReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  await answer?.body?.cancel().catch(() => {})
  return answer?.ok === true
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** A test run that breaks off leaves nobody behind. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
