import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Core, createCore } from '@forecourt/command/log/core.ts'
import { EVERYTHING, type EventLog, type Recorded } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { createMailCatcher } from '@forecourt/infra/embedded/mail/mail-catcher.ts'
import { type MailSummary, openMailbox } from '@forecourt/infra/embedded/mail/mailbox.ts'
import { startTestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { Client } from './client.ts'
import { Service, type ServiceName } from './service.ts'

/** The product as it is deployed: its own processes, on a database, an object storage and a mail server. */
export interface Platform extends AsyncDisposable {
  /** As many as were asked for, in that order: `command` may be there twice. */
  readonly services: readonly Service[]
  readonly core: Core
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly pool: pg.Pool
  readonly log: Log
  readonly lookupKey: string
  /** The stored files. */
  readonly storage: ObjectStorage
  all(name: ServiceName): readonly Service[]
  /** A browser whose commands go to the command processes that are up, in turn. */
  client(): Client
  /** All that is in the log. */
  recorded(): Promise<Recorded[]>
  /** Every mail that the mail server has taken. */
  mails(): Promise<readonly MailSummary[]>
  /** For the message of a failing test. */
  lastWords(): string
}

/** A migrated database, for the owner and for the query service's role. */
export interface DatabaseAddresses {
  readonly url: string
  readonly queryUrl: string
}

export const PUBLIC_URL = 'http://localhost:3000'

interface Circumstances {
  /** Settings that are to be others than usual. */
  readonly environment?: Readonly<Record<string, string>>
  /** Hears every line that any of the processes writes. */
  readonly onLine?: (line: string) => void
}

/** Starts the named processes on the database and returns when each is ready. */
export async function startPlatform(
  database: DatabaseAddresses,
  names: readonly ServiceName[],
  { environment: otherwise = {}, onLine }: Circumstances = {},
): Promise<Platform> {
  await using opened = new AsyncDisposableStack()
  const objects = await startTestObjectStorage()
  opened.defer(() => objects.stop())
  const mailFolder = await mkdtemp(join(tmpdir(), 'forecourt-mails-'))
  opened.defer(() => rm(mailFolder, { recursive: true, force: true }))
  const mailbox = openMailbox(mailFolder)
  const catcher = createMailCatcher({ dir: mailFolder })
  const smtpUrl = await catcher.listen()
  opened.defer(() => catcher.close())

  const masterKey = otherwise.MASTER_KEY ?? randomBytes(32).toString('base64')
  const lookupKey = otherwise.LOOKUP_KEY ?? randomBytes(32).toString('base64')
  const environment = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: database.url,
    QUERY_DATABASE_URL: database.queryUrl,
    S3_ENDPOINT: objects.config.endpoint,
    S3_ACCESS_KEY_ID: objects.config.accessKeyId,
    S3_SECRET_ACCESS_KEY: objects.config.secretAccessKey,
    S3_BUCKET: objects.config.bucket,
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'bookings@forecourt.example',
    PUBLIC_URL,
    SESSION_SECRET: randomBytes(32).toString('hex'),
    MASTER_KEY: masterKey,
    LOOKUP_KEY: lookupKey,
    // One address sends what a town would.
    RATE_LIMIT_FACTOR: '1000',
    ...otherwise,
  }

  const log = createLog({ service: 'test', level: 'silent' })
  const pool = createPgPool({ connectionString: database.url, applicationName: 'system test', pipeline: true, log })
  opened.defer(() => pool.end())
  const eventLog = createPostgresEventLog({ connectionString: database.url })
  opened.defer(() => eventLog.close())
  const vault = createVault({ connectionString: database.url, masterKey, lookupKey })
  opened.defer(() => vault.close())

  const storage = createObjectStorage(objects.config)
  opened.defer(async () => storage.close())
  await storage.ensureBucket()

  const services = names.map((name) => new Service(name, environment, onLine))
  opened.defer(async () => {
    await Promise.all(services.map((service) => service.stop()))
  })
  // The projector makes the read model that the query service looks for.
  await Promise.all(services.filter(({ name }) => name !== 'query').map((service) => service.start()))
  await Promise.all(services.filter(({ name }) => name === 'query').map((service) => service.start()))

  const all = (name: ServiceName) => services.filter((service) => service.name === name)
  const owned = opened.move()
  return {
    services,
    core: createCore({ log: eventLog, vault, lookupKey: keyFromBase64(lookupKey) }),
    eventLog,
    vault,
    pool,
    log,
    lookupKey,
    storage,
    all,
    client: () => new Client(() => all('command').flatMap(({ url }) => url ?? [])),
    recorded: () => Array.fromAsync(eventLog.readAll('start', EVERYTHING)),
    mails: () => mailbox.list(Number.POSITIVE_INFINITY),
    lastWords: () => services.map(({ lastWords }) => lastWords).join('\n\n'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
