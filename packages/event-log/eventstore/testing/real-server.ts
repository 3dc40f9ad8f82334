import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { KurrentDbContainer } from '@testcontainers/kurrentdb'
import { environmentOfServer, isLive } from './server-program.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** A way to a real server, or why there is none. */
export type RealServer =
  | {
      readonly kind: 'available'
      readonly name: string
      /** Others write to its log, or have written. */
      readonly isShared: boolean
      readonly start: () => Promise<ServerUnderTest>
    }
  | { readonly kind: 'missing'; readonly reason: string }

/**
 * Looks for a real server, quickly and quietly:
 * - `EVENTSTORE_COMMAND`, a program that is given a port and a data folder and runs a server without TLS in the foreground;
 *   the only way that kills can be tried out,
 * - `EVENTSTORE_URL`, a server without TLS that runs already,
 * - Docker.
 */
export async function findRealServer(): Promise<RealServer> {
  const { EVENTSTORE_COMMAND: command, EVENTSTORE_URL: url } = process.env
  if (command !== undefined)
    return { kind: 'available', name: 'started here', isShared: false, start: () => startCommand(command) }
  if (url !== undefined)
    return { kind: 'available', name: 'at EVENTSTORE_URL', isShared: true, start: () => running(url) }
  if (await dockerWorks()) return { kind: 'available', name: 'in Docker', isShared: false, start: startContainer }
  return { kind: 'missing', reason: 'no EVENTSTORE_COMMAND, no EVENTSTORE_URL, and Docker does not answer' }
}

async function running(url: string): Promise<ServerUnderTest> {
  return { url, version: await versionOf(url), close: async () => {} }
}

async function startContainer(): Promise<ServerUnderTest> {
  const container = await new KurrentDbContainer('kurrentplatform/kurrentdb:25.0').start()
  const url = container.getConnectionString()
  return {
    url,
    version: await versionOf(url),
    async close() {
      await container.stop()
    },
  }
}

async function startCommand(command: string): Promise<ServerUnderTest> {
  const data = await mkdtemp(join(tmpdir(), 'eventstore-'))
  const port = await freePort()
  const url = `esdb://127.0.0.1:${port}?tls=false`
  let server: ChildProcess | undefined
  const start = async (): Promise<void> => {
    server = spawn(command, [String(port), data], { stdio: 'ignore', env: environmentOfServer(process.env) })
    await untilLive(port)
  }
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  await start()
  return {
    url,
    version: await versionOf(url),
    process: {
      start,
      kill,
      async restart() {
        await kill()
        await start()
      },
      freeze: () => void server?.kill('SIGSTOP'),
      thaw: () => void server?.kill('SIGCONT'),
    },
    async close() {
      await kill()
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function versionOf(url: string): Promise<number> {
  const place = /@?(?<host>[^/@,?]+:\d+)/.exec(url.replace(/^[^/]*\/\//, ''))?.groups?.host
  const scheme = url.includes('tls=false') ? 'http' : 'https'
  const answer: unknown = await (await fetch(`${scheme}://${place}/info`)).json()
  const text = typeof answer === 'object' && answer !== null ? JSON.stringify(answer) : ''
  const [, major = '0', minor = '0'] = /"(?:es|db)Version":"(\d+)\.(\d+)/.exec(text) ?? []
  return Number(major) * 100 + Number(minor)
}

async function untilLive(port: number): Promise<void> {
  for (const giveUp = performance.now() + 45_000; performance.now() < giveUp; await delay(100)) {
    if (await isLive(port)) return
  }
  throw new Error(`no event store answers on port ${port}`)
}

async function dockerWorks(): Promise<boolean> {
  return promisify(execFile)('docker', ['info'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  )
}
