import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicKeyOf } from '@forecourt/event-log/seals/keys.ts'
import { CannotStart } from './cannot-start.ts'
import type { DatabasePart, MailPart, StoragePart } from './parts.ts'
import type { Progress } from './progress.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import { endLeftoverServices, type Service, supervise } from './supervisor.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The product's processes, by name. */
export const PROGRAMS = {
  command: 'services/command/main.ts',
  query: 'services/query/main.ts',
  projector: 'services/query/projector.ts',
  workers: 'services/workers/main.ts',
} as const

export type Environment = Readonly<Record<string, string>>

/** One environment for all services: each reads what it knows of it (`packages/kit/config.ts`). */
export function environmentOf(
  { given, publicUrl, dataFolder }: Settings,
  secrets: Secrets,
  database: DatabasePart,
  storage: StoragePart,
  mail: MailPart,
): Environment {
  return {
    NODE_ENV: 'production',
    ...(process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    LOG_LEVEL: given.LOG_LEVEL,
    PUBLIC_URL: publicUrl,
    // The gateway in front of them.
    TRUSTED_HOPS: '1',
    RATE_LIMIT_FACTOR: given.RATE_LIMIT_FACTOR,
    MEMORY_REST_SECONDS: String(given.MEMORY_REST_SECONDS),
    DATABASE_URL: database.url,
    QUERY_DATABASE_URL: database.queryUrl,
    ...(given.EVENTSTORE_URL === undefined ? {} : { EVENTSTORE_URL: given.EVENTSTORE_URL }),
    ...(given.REDIS_URL === undefined ? {} : { REDIS_URL: given.REDIS_URL }),
    S3_ENDPOINT: storage.endpoint,
    S3_PUBLIC_ENDPOINT: storage.publicEndpoint,
    S3_REGION: given.S3_REGION,
    S3_ACCESS_KEY_ID: storage.keyId,
    S3_SECRET_ACCESS_KEY: storage.secretKey,
    S3_BUCKET: given.S3_BUCKET,
    ...(given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
      ? {}
      : { OTEL_EXPORTER_OTLP_ENDPOINT: given.OTEL_EXPORTER_OTLP_ENDPOINT }),
    SMTP_URL: mail.url,
    MAIL_FROM: given.MAIL_FROM,
    SESSION_SECRET: secrets.SESSION_SECRET,
    MASTER_KEY: secrets.MASTER_KEY,
    ...(given.OTHER_MASTER_KEY === undefined ? {} : { OTHER_MASTER_KEY: given.OTHER_MASTER_KEY }),
    LOOKUP_KEY: secrets.LOOKUP_KEY,
    SEAL_KEY: secrets.SEAL_KEY,
    SEAL_PUBLIC_KEYS: publicKeyOf(secrets.SEAL_KEY),
    SEAL_FILE: join(dataFolder, 'seals.jsonl'),
    FORECOURT_DATA: dataFolder,
  }
}

/**
 * Leaves the services' environment for the operators' CLI, readable by the owner alone: `npm run forecourt` takes it.
 * @throws CannotStart when a value cannot be written down
 */
export function publishEnvironment(dataFolder: string, environment: Environment): void {
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${quoted(name, value)}\n`)
  writeFileSync(join(dataFolder, 'environment'), lines.join(''), { mode: 0o600 })
}

/** As `node --env-file` reads it: it knows three quotes and nothing that would escape them. */
function quoted(name: string, value: string): string {
  // In double quotes it would make a line end of \n.
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark) && !(mark === '"' && value.includes('\\n')))
  if (quote === undefined || /[\r\n]/.test(value)) {
    throw new CannotStart(`${name} has a line end or every kind of quote in it: write those in another way.`)
  }
  return `${quote}${value}${quote}`
}

export interface Services extends AsyncDisposable {
  readonly all: Readonly<Record<keyof typeof PROGRAMS, Service>>
}

/**
 * Starts the product's processes all at once and returns when each is ready. `stop` ends the waiting.
 * @throws CannotStart as soon as one does not come up; the others are stopped then
 */
export async function startServices(
  dataFolder: string,
  environment: Environment,
  progress: Progress,
  stop: AbortSignal,
): Promise<Services> {
  const failed = new AbortController()
  const pidFolder = join(dataFolder, 'run')
  const logFolder = join(dataFolder, 'logs')
  for (const folder of [pidFolder, logFolder]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const start = async (name: keyof typeof PROGRAMS): Promise<Service> => {
    const service = supervise({
      name,
      program: [PROGRAMS[name]],
      workingFolder: ROOT,
      // PATH and HOME for what libraries look up; nothing else of the user's own.
      environment: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TZ: 'UTC', ...environment },
      pidFolder,
      logFolder,
      say: progress.say,
      stop: AbortSignal.any([stop, failed.signal]),
    })
    service.catch((cause: unknown) => failed.abort(cause)) // the first cause counts
    return await service
  }
  const outcomes = await Promise.allSettled([start('command'), start('query'), start('projector'), start('workers')])
  const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  const stopAll = async (): Promise<void> => {
    await Promise.all(started.map((service) => service.stop()))
  }
  const [command, query, projector, workers] = started
  if (command === undefined || query === undefined || projector === undefined || workers === undefined) {
    await stopAll()
    throw failed.signal.reason
  }
  return { all: { command, query, projector, workers }, [Symbol.asyncDispose]: stopAll }
}

/** Ends services of a killed run, before anything that they use is touched. */
export const endServicesOf = (dataFolder: string): Promise<void> => endLeftoverServices(join(dataFolder, 'run'))
