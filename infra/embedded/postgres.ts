import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from './cannot-start.ts'
import { freePort } from './ports.ts'
import { prepareDataFolder } from './postgres-data-folder.ts'
import { explainFailure } from './postgres-failure.ts'
import { endLeftoverServer } from './postgres-leftover.ts'
import { findPostgres, OWNER, type PostgresProgram, postgresEnvironment } from './postgres-program.ts'

export interface PostgresOptions {
  /** Where the server keeps its data. Made when it is not there; its parent folder must exist. */
  readonly dataFolder: string
  /** Password of the owner role. The data folder remembers the one it was made with. */
  readonly password: string
  /** Chosen free when not given. */
  readonly port?: number
  /** Server settings on top of {@link SETTINGS}. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface PostgresServer {
  readonly port: number
  /** Connection string of the owner role to a database of this server. */
  urlOf(database: string): string
  /** Settles when the server's process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Shuts the server down: open connections are closed, nothing acknowledged is lost. */
  stop(): Promise<void>
}

const CONNECT_MS = 10_000
/** A new database is a copy of files. */
const CREATE_MS = 60_000

/**
 * One product on one machine: many small transactions, few connections. Only this machine can connect, and only with the
 * password. The server's log names no values: rows hold personal data.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '120',
  // Nobody of ours waits longer to be let in. Behind a way that has become silent each attempt would keep a place for a minute, and
  // one process's would take all places from the others.
  authentication_timeout: '15s',
  shared_buffers: '128MB',
  // Nobody replicates from here, so the write-ahead log may stay lean.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  // Two cores: parallel workers, compilation and I/O workers cost more than they bring.
  max_parallel_workers_per_gather: '0',
  io_method: 'sync',
  jit: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts PostgreSQL on a data folder and returns when it answers. A server that a killed run left behind on this very
 * folder is ended first.
 * @throws CannotStart with one sentence for whatever is missing, broken or taken.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const program = findPostgres()
  const dataFolder = await prepareDataFolder(program, resolve(options.dataFolder), {
    password: options.password,
    durable: options.settings?.fsync !== 'off',
  })
  await endLeftoverServer(dataFolder)

  const lastTry = performance.now() + 10_000
  for (;;) {
    const port = options.port ?? (await freePort())
    const outcome = await launch(program, dataFolder, port, options)
    if ('server' in outcome) return outcome.server
    const mayPass =
      // Backends of a killed server notice within moments and let go of its shared memory.
      outcome.log.includes('pre-existing shared memory block') ||
      // Somebody was faster on the port that was free a moment ago.
      (options.port === undefined && outcome.log.includes('Address already in use'))
    if (!mayPass || performance.now() > lastTry) throw explainFailure('postgres', outcome.log, dataFolder)
    await delay(100)
  }
}

/** Creates a database unless it is there. `serverUrl` connects to any other database of the server as its owner. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const client = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CREATE_MS,
  })
  client.on('error', () => {}) // the query that is running rejects as well
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [database])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
}

type Launch = { readonly server: PostgresServer } | { readonly log: string }

/** One try: the running server, or what it wrote to its log when it ended before it answered. */
async function launch(
  program: PostgresProgram,
  dataFolder: string,
  port: number,
  options: PostgresOptions,
): Promise<Launch> {
  const settings = Object.entries({ ...SETTINGS, ...options.settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command, args] = program.command('postgres', ['-D', dataFolder, '-p', String(port), ...settings])
  // The log goes to a file, not through this process: it stays readable, and writable for a server that outlives a kill.
  const logFile = `${dataFolder}.log`
  const log = openSync(logFile, 'w', 0o600)
  // Detached: Ctrl-C in a terminal reaches the whole group, and this server must be the last to go.
  const child = spawn(command, args, { stdio: ['ignore', log, log], detached: true, env: postgresEnvironment() })
  closeSync(log)
  const ended = new Promise<void>((settle) => {
    child.once('error', () => settle())
    child.once('exit', () => settle())
  })
  const server: PostgresServer = {
    port,
    urlOf: (database) => connectionString(options.password, port, database),
    ended,
    stop: () => stop(child, ended),
  }
  const answered = await answers(server.urlOf('postgres'), child, ended).catch(async (cause: unknown) => {
    await server.stop()
    throw cause
  })
  return answered ? { server } : { log: readFileSync(logFile, 'utf8') }
}

function connectionString(password: string, port: number, database: string): string {
  return `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

/** Waits until the server lets somebody in (recovery after a kill can take a while); false when it ended instead. */
async function answers(url: string, child: ChildProcess, ended: Promise<void>): Promise<boolean> {
  const deadline = performance.now() + 120_000
  while (performance.now() < deadline) {
    if (hasEnded(child)) return false
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {}) // a connection that breaks later must not end this process
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === '28P01') {
        throw new CannotStart(
          'The database was made with another password: its data folder and the secrets beside it do not belong together.',
        )
      }
    }
    await Promise.race([ended, delay(20)])
  }
  throw new CannotStart('PostgreSQL did not answer within two minutes: see the log beside its data folder.')
}

/** Fast shutdown, after 10 s an immediate one (the next start then recovers from the write-ahead log). */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasEnded(child)) return
    child.kill(signal)
    child.kill('SIGCONT')
    const patience = new AbortController()
    await Promise.race([ended, delay(10_000, undefined, { signal: patience.signal }).catch(() => {})])
    patience.abort()
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}
