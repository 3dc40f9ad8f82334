import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Core, createCore } from '@forecourt/command/log/core.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { openDataFolder } from '@forecourt/infra/embedded/data-folder.ts'
import { type MailSummary, openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { keepSecrets, type Secrets } from '@forecourt/infra/embedded/secrets.ts'
import { type Environment, environmentOf, publishEnvironment } from '@forecourt/infra/embedded/services.ts'
import { readSettings } from '@forecourt/infra/embedded/settings.ts'
import { findFaketime } from '@forecourt/infra/verify/faketime.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { Client } from '../../tests/system/support/client.ts'
import { NODE_ENVIRONMENT } from '../../tests/system/support/node.ts'
import type { AskedDirectly, Crash, FaultName } from '../history.ts'
import { type Clock, makeClock } from './clock.ts'
import { freeze } from './freeze.ts'
import { keepServer, type OwnServer, type OwnServerName, type Program } from './own-server.ts'
import { openParts } from './parts.ts'
import { keepRunning, PROCESSES, type Process, type ProcessName } from './processes.ts'
import { eventStore, REDIS } from './production-parts.ts'
import type { DISKS, SmallDisk } from './small-disk.ts'
import { openWays, urlsOf, type Ways } from './ways.ts'

/**
 * The product as it is deployed, with a proxy on every way between its parts: browsers → gateway → services → database, mail
 * server and object storage. Whoever checks goes round the proxies.
 */
export interface Platform extends AsyncDisposable {
  readonly url: string
  readonly processes: Readonly<Record<ProcessName, Process>>
  /** From each process to the database, and to what else they need. */
  readonly links: Ways['links']
  /** How long it took until all processes were ready, in milliseconds: what this machine can do at the time. */
  readonly startedIn: number
  readonly clocks: Readonly<Partial<Record<ProcessName, Clock>>>
  /** Faults that cannot be made here, and why. */
  readonly impossible: ReadonlyMap<FaultName, string>
  readonly disks: Readonly<Partial<Record<(typeof DISKS)[number], SmallDisk>>>
  readonly databaseUrl: string
  /** The settings of the product, without proxies: for the operators' tools. */
  readonly environment: Environment
  readonly core: Core
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly log: Log
  readonly lookupKey: string
  /** Where mails and files are, and the log and the queue when they are not in the database. */
  readonly servers: Readonly<Partial<Record<OwnServerName, OwnServer>>>
  /** Where the queue is, when it is in a Redis. */
  readonly redisUrl: string | undefined
  /** Ends the database server by this signal; it is started again. */
  signalDatabase(signal: NodeJS.Signals): void
  /** Stops the database where it is. @returns what lets it go on; undefined when there is none at the moment */
  freezeDatabase(): (() => void) | undefined
  /** A browser. @param process asks this one, past the gateway */
  client(process?: AskedDirectly): Client
  mails(): Promise<readonly MailSummary[]>
  /** Who has ended though nobody had ended it, until now: a process, or one of the servers that it stands on. */
  crashes(): readonly Crash[]
}

export interface Wishes {
  /** An empty folder, for everything that is kept. */
  readonly folder: string
  /** Disks that can be full, where this machine has them. */
  readonly smallDisks: boolean
  /** Proxies between the services and what they stand on. */
  readonly proxies: boolean
  readonly rateLimitFactor: string
  readonly production: Production
  readonly say: (line: string) => void
  /** Ends the starting, and what was started until then. */
  readonly stop: AbortSignal
}

/** What is to be as in production, and not in the database. */
export interface Production {
  /** `EVENTSTORE_COMMAND`: the log is in an EventStoreDB of the platform's own, which this starts. */
  readonly eventStoreCommand: string | undefined
  /** The queue is in a Redis of its own. */
  readonly redis: boolean
}

/** Starts all of it and returns when everything is ready. @throws CannotStart; the reason of the stop */
export async function startPlatform({ proxies, rateLimitFactor, production, ...wishes }: Wishes): Promise<Platform> {
  const { folder, say, stop } = wishes
  await using opened = new AsyncDisposableStack()
  openDataFolder(folder)
  for (const name of ['run', 'logs']) mkdirSync(join(folder, name))
  const secrets = keepSecrets(folder, {})
  const crashes: Crash[] = []
  const crashed =
    (process: string) =>
    (how = ''): void => {
      crashes.push({ kind: 'crash', process, at: Date.now(), how })
    }
  const keep = (program: Program) => keepServer(program, { folder, say, crashed: crashed(program.name), stop })
  const own = async (program: Program) => opened.use(await keep(program))
  const { eventStoreCommand } = production
  const ofProduction = {
    ...(eventStoreCommand === undefined ? {} : { 'event store': await own(eventStore(eventStoreCommand)) }),
    ...(production.redis ? { redis: await own(REDIS) } : {}),
  }
  const urls = urlsOf(ofProduction)
  const settings = readSettings({
    ...urls,
    PORT: String(await freePort()),
    FORECOURT_DATA: folder,
    RATE_LIMIT_FACTOR: rateLimitFactor,
    LOG_LEVEL: 'warn',
  })
  const parts = opened.use(await openParts(settings, secrets, { ...wishes, keep, crashed: crashed('postgres') }))
  const { database, storage, mail } = parts
  const processes: Partial<Record<ProcessName, Process>> = {}
  const ways = opened.use(
    await openWays({ parts, urls, urlOf: (name) => processes[name]?.url(), port: settings.port, proxies }),
  )
  const direct = environmentOf(settings, secrets, database, storage, mail)
  publishEnvironment(folder, direct)
  const clocks = makeClocks(folder, proxies)

  const failed = new AbortController()
  const start = async (name: ProcessName): Promise<void> => {
    const started = await keepRunning(name, {
      folder,
      environment: {
        ...NODE_ENVIRONMENT,
        TZ: 'UTC',
        ...direct,
        ...ways.environmentOf(name),
        ...clocks?.[name]?.environment,
      },
      say,
      crashed: crashed(name),
      stop: AbortSignal.any([stop, failed.signal]),
    })
    processes[name] = started
    opened.defer(() => started.stop())
  }
  const began = performance.now()
  // All of them are through before anything is closed: one that became ready later would be left behind.
  await Promise.allSettled(PROCESSES.map((name) => start(name).catch((cause: unknown) => failed.abort(cause))))
  stop.throwIfAborted()
  failed.signal.throwIfAborted()
  const startedIn = performance.now() - began

  const url = `http://127.0.0.1:${settings.port}`
  const mailbox = openMailbox(join(folder, 'mails'))
  const witness = opened.use(await openWitness(database.url, urls.EVENTSTORE_URL, secrets))
  const owned = opened.move()
  return {
    ...witness,
    url,
    processes: complete(processes),
    links: ways.links,
    startedIn,
    clocks: clocks ?? {},
    disks: parts.disks,
    impossible: new Map([...parts.impossible, ...(clocks === undefined ? [NO_CLOCKS] : [])]),
    databaseUrl: database.url,
    environment: direct,
    servers: { ...ofProduction, ...parts.servers },
    redisUrl: urls.REDIS_URL,
    signalDatabase(signal) {
      const server = parts.databaseServer()
      if (server === undefined) throw new Error('there is no database server at the moment')
      parts.databaseEnding.isMeant()
      process.kill(server, signal)
    },
    freezeDatabase() {
      const server = parts.databaseServer()
      return server === undefined ? undefined : freeze(server)
    },
    client: (process) =>
      new Client(() => [process === undefined ? url : `http://127.0.0.1:${ways.links[process].port}`]),
    mails: () => mailbox.list(Number.POSITIVE_INFINITY),
    crashes: () => crashes,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const NO_CLOCKS = ['clock-jump', 'libfaketime is not installed (Debian: apt-get install libfaketime)'] as const

/** A clock for each process that tells the time; undefined where there can be none. */
function makeClocks(folder: string, wanted: boolean): Partial<Record<ProcessName, Clock>> | undefined {
  const library = wanted ? findFaketime() : undefined
  if (library === undefined) return undefined
  return Object.fromEntries(
    PROCESSES.filter((name) => name !== 'gateway').map((name) => [name, makeClock(library, folder, name)]),
  )
}

/** What whoever checks looks with: past all proxies. */
async function openWitness(
  databaseUrl: string,
  eventStoreUrl: string | undefined,
  { MASTER_KEY: masterKey, LOOKUP_KEY: lookupKey }: Secrets,
) {
  const log = createLog({ service: 'chaos', level: 'silent' })
  const pool = createPgPool({ connectionString: databaseUrl, applicationName: 'chaos', pipeline: true, log })
  const eventLog = await openEventLog({ databaseUrl, eventStoreUrl })
  const vault = createVault({ connectionString: databaseUrl, masterKey, lookupKey })
  const core = createCore({ log: eventLog, vault, lookupKey: keyFromBase64(lookupKey) })
  return {
    log,
    pool,
    eventLog,
    vault,
    core,
    lookupKey,
    async [Symbol.asyncDispose]() {
      await vault.close()
      await eventLog.close()
      await pool.end()
    },
  }
}

function complete(processes: Partial<Record<ProcessName, Process>>): Record<ProcessName, Process> {
  if (!areAll(processes)) throw new Error('not all processes run')
  return processes
}

const areAll = (processes: Partial<Record<ProcessName, Process>>): processes is Record<ProcessName, Process> =>
  PROCESSES.every((name) => processes[name] !== undefined)
