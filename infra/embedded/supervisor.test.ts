import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identify } from './processes.ts'
import { endLeftoverServices, type Service, type ServiceOptions, supervise } from './supervisor.ts'

const PROGRAM = fileURLToPath(new URL('../testing/programs/service.mjs', import.meta.url))

let folder: string
let said: string[]
let services: Service[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-supervisor-'))
  said = []
  services = []
})

afterEach(async () => {
  await Promise.all(services.map((service) => service.stop()))
  rmSync(folder, { recursive: true })
})

async function start(argument = '', options: Partial<ServiceOptions> = {}): Promise<Service> {
  const service = await supervise({
    name: 'worker',
    program: [PROGRAM, argument],
    workingFolder: folder,
    environment: {},
    pidFolder: folder,
    logFolder: folder,
    say: (line) => said.push(line),
    stop: new AbortController().signal,
    ...options,
  })
  services.push(service)
  return service
}

async function pidOf(service: Service): Promise<number> {
  const answer = await fetch(`${service.url()}/pid`)
  return Number(await answer.text())
}

describe('a supervised service', () => {
  test('is ready when it is handed over, and gone when it was stopped', async () => {
    const service = await start()
    const pid = await pidOf(service)

    await service.stop()

    expect(identify(pid)).toBeUndefined()
    expect(service.url()).toBeUndefined()
    expect(readdirSync(folder)).toEqual(['worker.log'])
  })

  test('is started with what every process that serves for weeks is started with', async () => {
    const service = await start()
    const answer = await fetch(`${service.url()}/flags`)
    expect(await answer.json()).toEqual(NODE_FLAGS)
  })

  test('that was killed is started again, and says so', async () => {
    const service = await start()
    const killed = await pidOf(service)
    process.kill(killed, 'SIGKILL')

    await vi.waitFor(async () => expect(await pidOf(service)).not.toBe(killed), { timeout: 60_000 })

    expect(said).toEqual([expect.stringContaining('worker ended unexpectedly (SIGKILL)'), 'worker is back'])
  })

  test('that was killed on purpose did not end unexpectedly; the next time it does', async () => {
    let meant = true
    const wasMeant = () => {
      const was = meant
      meant = false
      return was
    }
    const service = await start('', { wasMeant })
    const killed = await pidOf(service)
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(async () => expect(await pidOf(service)).not.toBe(killed), { timeout: 60_000 })
    process.kill(await pidOf(service), 'SIGKILL')
    await vi.waitFor(() => expect(said).toHaveLength(3), { timeout: 60_000 })

    expect(said).toEqual([
      'worker ended and is started again',
      'worker is back',
      expect.stringContaining('worker ended unexpectedly'),
    ])
  })

  test('whose files cannot be written when it is to be started again is started when they can, and runs once', async () => {
    const pidFolder = join(folder, 'run')
    mkdirSync(pidFolder)
    const service = await start('telling', { pidFolder })
    const killed = await pidOf(service)
    rmSync(pidFolder, { recursive: true })
    process.kill(killed, 'SIGKILL')
    const refused = expect.stringMatching(/^worker cannot be started: .*; that is tried again$/)
    await vi.waitFor(() => expect(said).toContainEqual(refused), { timeout: 60_000 })
    mkdirSync(pidFolder)

    await vi.waitFor(() => expect(said.at(-1)).toBe('worker is back'), { timeout: 60_000 })
    const pid = await pidOf(service)
    expect(pid).not.toBe(killed)
    const started = readFileSync(join(folder, 'worker.log'), 'utf8').trimEnd().split('\n').map(Number)
    expect(started.filter((each) => identify(each) !== undefined)).toEqual([pid])
  })

  test('that never becomes ready is reported with its own words', async () => {
    await expect(start('crash')).rejects.toThrow('worker does not start: ConfigError: SMTP_URL is not set')
  })

  test('that runs but cannot work is given up in time, by the names of its failing checks', async () => {
    await expect(start('unready', { readyWithinMs: 15_000 })).rejects.toThrow(
      /^worker is not ready after 15 s: these checks of it fail: queue, mail\. Its log: .*worker\.log$/,
    )
    expect(readdirSync(folder)).toEqual(['worker.log'])
  })

  test('is not waited for by somebody who wants to stop, and does not outlive him', async () => {
    const asked = new AbortController()
    const starting = start('unready', { stop: asked.signal })
    await vi.waitFor(() => expect(readdirSync(folder)).toContain('worker.pid'), 60_000)

    asked.abort()

    await expect(starting).rejects.toThrow('worker was stopped before it was ready')
    await expect(start('', { stop: AbortSignal.abort() })).rejects.toThrow('was stopped before')
    expect(readdirSync(folder)).toEqual(['worker.log'])
  })

  test('that does not listen to reason is killed', { timeout: 240_000 }, async () => {
    const service = await start('stubborn', { endsWithinMs: 2_000 })
    const pid = await pidOf(service)

    await service.stop()

    expect(identify(pid)).toBeUndefined()
  })

  test('has the time to finish what is under way', { timeout: 240_000 }, async () => {
    const service = await start('busy')
    await service.stop()
    expect(readFileSync(join(folder, 'worker.log'), 'utf8')).toBe('finished\n')
  })

  test('that a killed run left behind is ended by the next one, and nobody else is', async () => {
    const service = await start()
    const pid = await pidOf(service)
    const pidFile = readFileSync(join(folder, 'worker.pid'), 'utf8')
    expect(JSON.parse(pidFile)).toEqual(identify(pid))

    // A number that was given out again: this very process.
    writeFileSync(join(folder, 'stranger.pid'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))

    await endLeftoverServices(folder)

    expect(identify(pid)).toBeUndefined()
  })
})
