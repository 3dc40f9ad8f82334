import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Core, createCore } from '@forecourt/command/log/core.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { openDataFolder } from '@forecourt/infra/embedded/data-folder.ts'
import { type MailSummary, openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { openDatabase, openMail, openStorage } from '@forecourt/infra/embedded/parts.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { migrateDatabase } from '@forecourt/infra/embedded/prepare-database.ts'
import { keepSecrets } from '@forecourt/infra/embedded/secrets.ts'
import { type Environment, environmentOf, publishEnvironment } from '@forecourt/infra/embedded/services.ts'
import { readSettings } from '@forecourt/infra/embedded/settings.ts'
import { addressOf, type Link, openLink } from '@forecourt/infra/testing/link.ts'
import { findFaketime } from '@forecourt/infra/verify/faketime.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { Client } from '../../tests/system/support/client.ts'
import { NODE_ENVIRONMENT } from '../../tests/system/support/node.ts'
import type { FaultName } from '../history.ts'
import { type Clock, makeClock } from './clock.ts'
import { freeze } from './freeze.ts'
import { intention } from './intention.ts'
import { keepRunning, PROGRAMS, type Process, type ProcessName } from './processes.ts'
import { type DISKS, diskIn, mountSmallDisk, type SmallDisk } from './small-disk.ts'

/**
 * The product as it is deployed, with a proxy on every way between its parts: browsers → gateway → services → database, mail
 * server and object storage. Whoever checks goes round the proxies.
 */
export interface Platform extends AsyncDisposable {
  readonly url: string
  readonly processes: Readonly<Record<ProcessName, Process>>
  /** From each process to the database, and to what else they need. */
  readonly links: Readonly<Record<LinkName, Link>>
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
  /** Ends the database server by this signal; it is started again. */
  signalDatabase(signal: NodeJS.Signals): void
  /** Stops the database where it is. @returns what lets it go on; undefined when there is none at the moment */
  freezeDatabase(): (() => void) | undefined
  /** A browser. @param process asks this one, past the gateway */
  client(process?: ProcessName): Client
  mails(): Promise<readonly MailSummary[]>
}

const TO_DATABASE = ['command-1', 'command-2', 'query-1', 'query-2', 'projector-1', 'projector-2', 'workers'] as const
export type LinkName = ProcessName | `${(typeof TO_DATABASE)[number]} to database` | 'mail' | 'storage'

export interface Wishes {
  /** An empty folder, for everything that is kept. */
  readonly folder: string
  /** Disks that can be full, where this machine has them. */
  readonly smallDisks: boolean
  /** Proxies between the services and what they stand on. */
  readonly proxies: boolean
  readonly rateLimitFactor: string
  readonly say: (line: string) => void
  /** Ends the starting, and what was started until then. */
  readonly stop: AbortSignal
}

/** Starts all of it and returns when everything is ready. @throws CannotStart; the reason of the stop */
export async function startPlatform({
  folder,
  smallDisks,
  proxies,
  rateLimitFactor,
  say,
  stop,
}: Wishes): Promise<Platform> {
  await using opened = new AsyncDisposableStack()
  openDataFolder(folder)
  for (const name of ['run', 'logs']) mkdirSync(join(folder, name))
  const secrets = keepSecrets(folder, {})
  const settings = readSettings({
    PORT: String(await freePort()),
    FORECOURT_DATA: folder,
    RATE_LIMIT_FACTOR: rateLimitFactor,
    LOG_LEVEL: 'warn',
  })
  const impossible = new Map<FaultName, string>()
  const disks: { database?: SmallDisk; storage?: SmallDisk } = {}
  const placeOf = (name: keyof typeof disks): string => {
    const disk = smallDisks ? mountSmallDisk(diskIn(folder, name)) : 'the disk is a real one this time'
    if (typeof disk === 'string') {
      impossible.set('full-disk', disk)
      return folder
    }
    disks[name] = opened.use(disk)
    return disk.folder
  }
  const databaseFolder = placeOf('database')
  const mail = opened.use(await openMail(settings))
  const storage = opened.use(await openStorage({ ...settings, dataFolder: placeOf('storage') }, secrets, () => {}))
  const ending = intention()
  const database = opened.use(
    await openDatabase({ ...settings, dataFolder: databaseFolder }, secrets, say, () => ending.wasMeant()),
  )
  stop.throwIfAborted()
  await migrateDatabase(database, secrets)
  stop.throwIfAborted()

  const processes: Partial<Record<ProcessName, Process>> = {}
  const link = async (target: string, port?: number): Promise<Link> => {
    const address = () => {
      const url = isProcess(target) ? processes[target]?.url() : target
      return url === undefined ? undefined : addressOf(url)
    }
    return opened.use(await openLink(address, port))
  }
  const links = {
    gateway: await link('gateway', settings.port),
    'command-1': await link('command-1'),
    'command-2': await link('command-2'),
    'query-1': await link('query-1'),
    'query-2': await link('query-2'),
    'projector-1': await link('projector-1'),
    'projector-2': await link('projector-2'),
    workers: await link('workers'),
    'command-1 to database': await link(database.url),
    'command-2 to database': await link(database.url),
    'query-1 to database': await link(database.url),
    'query-2 to database': await link(database.url),
    'projector-1 to database': await link(database.url),
    'projector-2 to database': await link(database.url),
    'workers to database': await link(database.url),
    mail: await link(mail.url),
    storage: await link(storage.endpoint),
  }
  const through = (url: string, { port }: Link) => {
    if (!proxies) return url
    const changed = new URL(url)
    changed.port = String(port)
    return changed.href.replace(/\/$/, '')
  }
  const direct = environmentOf(settings, secrets, database, storage, mail)
  publishEnvironment(folder, direct)
  const shared = {
    ...NODE_ENVIRONMENT,
    TZ: 'UTC',
    ...direct,
    SMTP_URL: through(mail.url, links.mail),
    S3_ENDPOINT: through(storage.endpoint, links.storage),
  }
  const toGateway = {
    QUERY_URLS: addressesOf(links['query-1'], links['query-2']),
    COMMAND_URLS: addressesOf(links['command-1'], links['command-2']),
    STORAGE_URL: through(storage.endpoint, links.storage),
  }
  const library = proxies ? findFaketime() : undefined
  if (library === undefined)
    impossible.set('clock-jump', 'libfaketime is not installed (Debian: apt-get install libfaketime)')
  const clocks: Partial<Record<ProcessName, Clock>> = {}
  const failed = new AbortController()
  const start = async (name: ProcessName): Promise<void> => {
    if (library !== undefined && name !== 'gateway') clocks[name] = makeClock(library, folder, name)
    const toDatabase = name === 'gateway' ? undefined : links[`${name} to database`]
    const started = await keepRunning(name, {
      folder,
      environment: {
        ...shared,
        ...(toDatabase === undefined
          ? toGateway
          : {
              DATABASE_URL: through(database.url, toDatabase),
              QUERY_DATABASE_URL: through(database.queryUrl, toDatabase),
            }),
        ...clocks[name]?.environment,
      },
      say,
      stop: AbortSignal.any([stop, failed.signal]),
    })
    processes[name] = started
    opened.defer(() => started.stop())
  }
  const began = performance.now()
  // All of them are through before anything is closed: one that became ready later would be left behind.
  await Promise.allSettled(names.map((name) => start(name).catch((cause: unknown) => failed.abort(cause))))
  stop.throwIfAborted()
  failed.signal.throwIfAborted()
  const startedIn = performance.now() - began

  const log = createLog({ service: 'chaos', level: 'silent' })
  const pool = createPgPool({ connectionString: database.url, applicationName: 'chaos', pipeline: true, log })
  opened.defer(() => pool.end())
  const eventLog = createPostgresEventLog({ connectionString: database.url })
  opened.defer(() => eventLog.close())
  const { MASTER_KEY: masterKey, LOOKUP_KEY: lookupKey } = secrets
  const vault = createVault({ connectionString: database.url, masterKey, lookupKey })
  opened.defer(() => vault.close())
  const mailbox = openMailbox(join(folder, 'mails'))
  const url = `http://127.0.0.1:${settings.port}`
  const owned = opened.move()
  return {
    url,
    processes: complete(processes),
    links,
    startedIn,
    clocks,
    disks,
    impossible,
    databaseUrl: database.url,
    environment: direct,
    core: createCore({ log: eventLog, vault, lookupKey: keyFromBase64(lookupKey) }),
    eventLog,
    vault,
    pool,
    log,
    lookupKey,
    signalDatabase(signal) {
      ending.isMeant()
      process.kill(serverIn(databaseFolder), signal)
    },
    freezeDatabase: () => freeze(serverIn(databaseFolder)),
    client: (process) => new Client(() => [process === undefined ? url : `http://127.0.0.1:${links[process].port}`]),
    mails: () => mailbox.list(Number.POSITIVE_INFINITY),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const addressesOf = (...links: readonly Link[]): string => links.map(({ port }) => `http://127.0.0.1:${port}`).join()

/** The process id of the database server. */
function serverIn(databaseFolder: string): number {
  const [server] = readFileSync(join(databaseFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  return Number(server)
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys does not say which
const names = Object.keys(PROGRAMS) as ProcessName[]

const isProcess = (name: string): name is ProcessName => Object.hasOwn(PROGRAMS, name)

function complete(processes: Partial<Record<ProcessName, Process>>): Record<ProcessName, Process> {
  if (!areAll(processes)) throw new Error('not all processes run')
  return processes
}

const areAll = (processes: Partial<Record<ProcessName, Process>>): processes is Record<ProcessName, Process> =>
  names.every((name) => processes[name] !== undefined)
