import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { identify, isRunning, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { NODE_ENVIRONMENT, ROOT } from './node.ts'

/** A first start seeds the demo and may build the web app, beside other tests on two cores. */
const READY_WITHIN_MS = 150_000

/** How a run of the product ended. */
interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The whole product as `npm start` runs it, from its own data folder. */
export class Run {
  readonly url: string
  readonly ended: Promise<End>
  readonly #dataFolder: string
  readonly #child: ChildProcess
  #output = ''
  #errors = ''

  /** Starts it, with more in its environment if need be; see {@link ready}. */
  constructor(port: number, dataFolder: string, environment: Readonly<Record<string, string>> = {}) {
    this.#dataFolder = dataFolder
    this.url = `http://127.0.0.1:${port}`
    this.#child = spawn(process.execPath, [...NODE_FLAGS, 'infra/embedded/main.ts'], {
      cwd: ROOT,
      env: { ...NODE_ENVIRONMENT, PORT: String(port), FORECOURT_DATA: dataFolder, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // As in a terminal, the run is a group of its own, which Ctrl-C reaches.
      detached: true,
    })
    const { stdout, stderr } = this.#child
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text
    })
    stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
    this.ended = new Promise((resolve, reject) => {
      this.#child.once('error', reject)
      this.#child.once('close', (code, signal) => resolve({ code, signal }))
    })
  }

  /** What it wrote to the terminal. */
  get output(): string {
    return this.#output
  }

  /** What it wrote to standard error. */
  get errors(): string {
    return this.#errors
  }

  /** Resolves when it says that all of it is ready. @throws when it ends before */
  async ready(): Promise<this> {
    const deadline = performance.now() + READY_WITHIN_MS
    while (performance.now() < deadline && this.#child.exitCode === null && this.#child.signalCode === null) {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
      await answer?.body?.cancel()
      if (answer?.ok === true) return this
      await delay(50)
    }
    throw new Error(`the product does not become ready:\n${this.#output}\n${this.#errors}`)
  }

  /** The runner's own process. */
  runner(): ProcessIdentity[] {
    return this.processes().filter(({ pid }) => pid === this.#child.pid)
  }

  /** Every process that works on the data folder, whoever its parent is now: runner, services, PostgreSQL's. */
  processes(): ProcessIdentity[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isAbout(`/proc/${name}`, this.#dataFolder))
      .flatMap((name) => identify(Number(name)) ?? [])
  }

  /** Ctrl-C in its terminal. */
  interrupt(): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGINT')
  }

  /** `kill -9` of these processes, all at once. Resolves when they are gone. */
  async kill(victims: readonly ProcessIdentity[]): Promise<void> {
    for (const victim of victims) if (isRunning(victim)) process.kill(victim.pid, 'SIGKILL')
    while (victims.some(isRunning)) await delay(10)
  }
}

/** Whether a process was given the folder, as an argument or in its environment, or works in it. */
function isAbout(process: string, folder: string): boolean {
  try {
    const given = readFileSync(`${process}/cmdline`, 'utf8') + readFileSync(`${process}/environ`, 'utf8')
    return given.includes(folder) || readlinkSync(`${process}/cwd`).startsWith(folder)
  } catch {
    return false // it is gone, or another user's
  }
}
