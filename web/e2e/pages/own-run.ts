import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '../../../infra/embedded/ports.ts'

const MAIN = join(import.meta.dirname, '../../../infra/embedded/main.ts')

/** What the run of all other tests may have been pointed at: of this one every part is its own. */
const SHARED = { EVENTSTORE_URL: undefined, DATABASE_URL: undefined, REDIS_URL: undefined }

/** An embedded run of a test's own, which can be stopped and started again. */
export class OwnRun {
  readonly dataFolder = mkdtempSync(join(tmpdir(), 'forecourt-own-run-'))
  readonly #port: number
  #process: ChildProcess | undefined

  private constructor(port: number) {
    this.#port = port
  }

  static async start(): Promise<OwnRun> {
    const run = new OwnRun(await freePort())
    await run.start()
    return run
  }

  get origin(): string {
    return `http://localhost:${this.#port}`
  }

  async start(): Promise<void> {
    const environment = { ...process.env, ...SHARED, PORT: String(this.#port), FORECOURT_DATA: this.dataFolder }
    this.#process = spawn(process.execPath, [MAIN], { env: environment, stdio: 'ignore' })
    const isReady = () =>
      fetch(`${this.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 300_000 }).toBe(true)
  }

  /** Ends every process of it; resolves when they are gone. */
  async stop(): Promise<void> {
    const ending = this.#process
    this.#process = undefined
    if (ending === undefined || ending.exitCode !== null) return
    const ended = once(ending, 'exit')
    ending.kill('SIGTERM')
    await ended
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.dataFolder, { recursive: true, force: true })
  }
}
