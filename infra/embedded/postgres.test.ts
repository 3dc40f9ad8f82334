import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { ensureDatabase, type PostgresServer, startPostgres } from './postgres.ts'
import { identify } from './processes.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let dataFolder: string
let started: PostgresServer[]

/**
 * A process that starts the server, in a group of its own, as everything in a terminal is one.
 * @param script may call `start()`
 */
function startApart(script: string) {
  const options = JSON.stringify({ dataFolder, password: 'secret' })
  return spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startPostgres } from ${JSON.stringify(new URL('postgres.ts', import.meta.url).href)}
       const start = () => startPostgres(${options})
       ${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-launcher-'))
  dataFolder = join(folder, 'postgres')
  started = []
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const server of started) await server.stop()
  await rm(folder, { recursive: true })
})

async function start(options: { password?: string; port?: number } = {}): Promise<PostgresServer> {
  const server = await startPostgres({ dataFolder, password: 'secret', settings: { fsync: 'off' }, ...options })
  started.push(server)
  return server
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const serverPid = async () => Number((await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])

describe('the embedded PostgreSQL', () => {
  test('starts on an empty place, stops cleanly, and has its data again after the next start', async () => {
    const first = await start()
    await ensureDatabase(first.urlOf('postgres'), 'shop')
    await ensureDatabase(first.urlOf('postgres'), 'shop')
    await query(first.urlOf('shop'), 'create table fruit as select 1 as pear')
    await first.stop()
    expect(existsSync(join(dataFolder, 'postmaster.pid'))).toBe(false)

    const second = await start()

    expect(await query(second.urlOf('shop'), 'select * from fruit')).toEqual([{ pear: 1 }])
  })

  test('listens on this machine only, and asks for the password', async () => {
    const server = await start()

    expect(await query(server.urlOf('postgres'), 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
    await expect(query(server.urlOf('postgres').replace('secret', 'guess'), 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect((await stat(dataFolder)).mode & 0o077).toBe(0)
  })

  test('keeps no place for a minute for whoever connects and says nothing: one silent way would take all of them', async () => {
    const server = await start()
    const socket = connect(server.port, '127.0.0.1')
    // It says why, or nothing.
    socket.resume()
    await expect(once(socket, 'close', { signal: AbortSignal.timeout(50_000) })).resolves.toBeDefined()
  }, 120_000)

  test('ends a server that a killed run left behind, and keeps what it had acknowledged', async () => {
    // A process that starts the server and is then killed, as `kill -9` of the whole product would.
    const runner = startApart(`
      console.log((await start()).urlOf('postgres'))
      setInterval(() => {}, 1000)`)
    const url = await new Promise<string>((resolve) => {
      runner.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()))
    })
    await query(url, 'create table fruit as select 1 as pear')
    const left = identify(await serverPid())
    runner.kill('SIGKILL')
    expect(left).toBeDefined()

    const server = await start()

    expect(await serverPid()).not.toBe(left?.pid)
    expect(await query(server.urlOf('postgres'), 'select * from fruit')).toEqual([{ pear: 1 }])
    await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  })

  test('is not disturbed by a Ctrl-C while its data folder is made: whoever starts it ends in order', async () => {
    // It goes on after Ctrl-C until it has what it can end.
    const runner = startApart(`
      process.on('SIGINT', () => {})
      const server = await start()
      await server.stop()`)
    const ended = once(runner, 'exit')
    await vi.waitFor(() => expect(existsSync(`${dataFolder}.new/base/1`)).toBe(true), { timeout: 60_000, interval: 5 })

    process.kill(-(runner.pid ?? 0), 'SIGINT')

    expect(await ended).toEqual([0, null])
  })

  test('starts again after it was killed itself', async () => {
    const first = await start()
    await query(first.urlOf('postgres'), 'create table fruit as select 1 as pear')
    const killed = await serverPid()
    process.kill(killed, 'SIGKILL')
    await first.ended

    const second = await start()

    expect(await query(second.urlOf('postgres'), 'select * from fruit')).toEqual([{ pear: 1 }])
  })

  test('is not put off by a pid file that names a process which has nothing to do with it', async () => {
    const first = await start()
    const pidFile = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8')
    await first.stop()
    const stranger = spawn('sleep', ['60'])
    await writeFile(join(dataFolder, 'postmaster.pid'), pidFile.replace(/^\d+/, String(stranger.pid)))

    const second = await start()

    expect(await query(second.urlOf('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
    stranger.kill()
  })

  test('starts afresh when a run was killed while it made the data folder', async () => {
    await mkdir(`${dataFolder}.new/base`, { recursive: true })
    await writeFile(`${dataFolder}.new/PG_VERSION`, '18\n')

    await start()

    expect(existsSync(`${dataFolder}.new`)).toBe(false)
    expect(existsSync(`${dataFolder}.password`)).toBe(false)
  })

  test('says so in one sentence when the data folder is of another version, broken or of another password', async () => {
    await (await start()).stop()
    await expect(start({ password: 'another' })).rejects.toThrow(/do not belong together/)

    await writeFile(join(dataFolder, 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/holds data of PostgreSQL 15, this is 18/)

    await rm(join(dataFolder, 'PG_VERSION'))
    await expect(start()).rejects.toThrow(/not a PostgreSQL data folder, or a broken one/)

    await writeFile(join(dataFolder, 'PG_VERSION'), '18\n')
    await rm(join(dataFolder, 'global/pg_control'))
    await expect(start()).rejects.toThrow(/the data folder is broken/)
    await expect(start()).rejects.toBeInstanceOf(CannotStart)
  })

  test('says so when the port that it must have is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? address?.port : undefined

    await expect(start({ port: port ?? 0 })).rejects.toThrow(/its port is taken/)

    other.close()
  })

  test('run by root where user namespaces are forbidden, it runs as nobody on the same data', async ({ skip }) => {
    skip(!isRoot, 'only root has to give up its rights')
    const first = await start()
    await query(first.urlOf('postgres'), 'create table fruit as select 1 as pear')
    await first.stop()
    await forbidUserNamespaces()
    await chmod(folder, 0o755)

    const second = await start()

    expect(await query(second.urlOf('postgres'), 'select * from fruit')).toEqual([{ pear: 1 }])
    expect((await stat(`/proc/${await serverPid()}`)).uid).toBe(65534)
    await second.stop()
    vi.unstubAllEnvs()

    const third = await start()

    expect(await query(third.urlOf('postgres'), 'select * from fruit')).toEqual([{ pear: 1 }])
  })

  test('run by root without namespaces in a folder closed to others, it keeps its data under /var/tmp', async ({
    skip,
  }) => {
    skip(!isRoot, 'only root has to give up its rights')
    await forbidUserNamespaces()

    const first = await start()
    await query(first.urlOf('postgres'), 'create table fruit as select 1 as pear')
    await first.stop()
    const second = await start()

    expect(await query(second.urlOf('postgres'), 'select * from fruit')).toEqual([{ pear: 1 }])
    const elsewhere = (await readFile(`${dataFolder}.location`, 'utf8')).trim()
    await second.stop()
    for (const path of [elsewhere, `${elsewhere}.log`]) await rm(path, { recursive: true })
  })
})

/** A system that forbids user namespaces shows itself by an `unshare` that fails. */
async function forbidUserNamespaces(): Promise<void> {
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
}

test.runIf(process.platform === 'linux')(
  'a connection that has had memory for a statement does not ask the system for it again',
  async () => {
    const server = await start()
    const client = new pg.Client(server.urlOf('postgres'))
    await client.connect()
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      /** Pages that the system has given to the connection's process so far. */
      const pagesGiven = async () => {
        const line = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8')
        return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[7])
      }
      const TIMES = 50
      const ask = async () => {
        for (let time = 0; time < TIMES; time += 1) {
          await client.query({ name: 'ask', text: 'select array_agg(n) from generate_series(1, 5000) n' })
        }
      }
      await ask()
      const before = await pagesGiven()
      await ask()
      expect((await pagesGiven()) - before).toBeLessThan(10 * TIMES)
    } finally {
      await client.end()
    }
  },
)
