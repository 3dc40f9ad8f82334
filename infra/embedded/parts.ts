import { mkdirSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createMailCatcher } from './mail/mail-catcher.ts'
import { freePort } from './ports.ts'
import { ensureDatabase, type PostgresServer, startPostgres } from './postgres.ts'
import { createS3Server } from './s3/server.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/**
 * What the services stand on: a database, an object storage, a mail server. Each is the real one whose address was given,
 * or an embedded one whose data is in the data folder.
 */

const DATABASE = 'forecourt'

/** A part that runs, or that ran before us and that we leave alone. */
interface Part extends AsyncDisposable {}

export interface DatabasePart extends Part {
  readonly url: string
  readonly queryUrl: string
}

/**
 * The PostgreSQL of `DATABASE_URL`, or the embedded one, which is started again on the same port should it ever end.
 * @param wasMeant asked when it ended: whether somebody has ended it on purpose since this was asked last
 * @throws CannotStart
 */
export async function openDatabase(
  { given, dataFolder }: Settings,
  secrets: Secrets,
  say: (line: string) => void,
  wasMeant = () => false,
): Promise<DatabasePart> {
  if (given.DATABASE_URL !== undefined) {
    const queryUrl = given.QUERY_DATABASE_URL ?? asQueryRole(given.DATABASE_URL, secrets)
    return { url: given.DATABASE_URL, queryUrl, [Symbol.asyncDispose]: async () => {} }
  }
  const port = await freePort()
  const start = () =>
    startPostgres({ dataFolder: join(dataFolder, 'postgres'), password: secrets.DATABASE_PASSWORD, port })
  const stopping = new AbortController()
  const first = await start()
  await ensureDatabase(first.urlOf('postgres'), DATABASE)
  const kept = keepRunning(first, start, stopping.signal, say, wasMeant)
  const url = first.urlOf(DATABASE)
  return {
    url,
    queryUrl: asQueryRole(url, secrets),
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await kept
    },
  }
}

/** Until told to stop, then stops the server that runs by then. */
async function keepRunning(
  first: PostgresServer,
  start: () => Promise<PostgresServer>,
  stopping: AbortSignal,
  say: (line: string) => void,
  wasMeant: () => boolean,
): Promise<void> {
  const asked = new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve(), { once: true }))
  for (let server: PostgresServer | undefined = first; ; ) {
    if (server !== undefined) await Promise.race([server.ended, asked])
    if (stopping.aborted) return server?.stop()
    say(`PostgreSQL ended${wasMeant() ? '' : ' unexpectedly'} and is started again`)
    server = await start().catch(async (error: unknown) => {
      say(error instanceof Error ? error.message : String(error))
      await Promise.race([delay(2_000, undefined, { ref: false }), asked])
      return undefined
    })
    if (server !== undefined) say('PostgreSQL is back')
  }
}

/** The same database, signed in as the role that sees one tenant at a time. */
function asQueryRole(databaseUrl: string, { QUERY_PASSWORD }: Secrets): string {
  const url = new URL(databaseUrl)
  url.username = 'forecourt_query'
  url.password = QUERY_PASSWORD
  return url.href
}

export interface StoragePart extends Part {
  readonly endpoint: string
  readonly publicEndpoint: string
  readonly keyId: string
  readonly secretKey: string
  readonly embedded: boolean
}

/** The object storage of `S3_ENDPOINT`, or the embedded one, which browsers reach through the gateway. */
export async function openStorage(
  { given, dataFolder, publicUrl }: Settings,
  secrets: Secrets,
  say: (line: string) => void,
): Promise<StoragePart> {
  const { S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secretKey } = given
  if (endpoint !== undefined && keyId !== undefined && secretKey !== undefined) {
    const publicEndpoint = given.S3_PUBLIC_ENDPOINT ?? endpoint
    return { endpoint, publicEndpoint, keyId, secretKey, embedded: false, [Symbol.asyncDispose]: async () => {} }
  }
  const server = createS3Server({
    dir: folderIn(dataFolder, 'objects'),
    keys: { [secrets.S3_ACCESS_KEY_ID]: secrets.S3_SECRET_ACCESS_KEY },
    buckets: [given.S3_BUCKET],
    onError: (error) =>
      say(`The object storage had an error: ${error instanceof Error ? error.message : String(error)}`),
  })
  return {
    endpoint: await server.listen(),
    publicEndpoint: publicUrl,
    keyId: secrets.S3_ACCESS_KEY_ID,
    secretKey: secrets.S3_SECRET_ACCESS_KEY,
    embedded: true,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

export interface MailPart extends Part {
  readonly url: string
  /** The page with the caught mails; absent when they are really sent. */
  readonly inbox?: RequestListener
}

/** The mail server of `SMTP_URL`, or one that catches every mail and shows it. */
export async function openMail({ given, dataFolder }: Settings): Promise<MailPart> {
  if (given.SMTP_URL !== undefined) return { url: given.SMTP_URL, [Symbol.asyncDispose]: async () => {} }
  const catcher = createMailCatcher({ dir: folderIn(dataFolder, 'mails') })
  return { url: await catcher.listen(), inbox: catcher.inbox, [Symbol.asyncDispose]: () => catcher.close() }
}

function folderIn(dataFolder: string, name: string): string {
  const folder = join(dataFolder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}
