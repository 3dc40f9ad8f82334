import { z } from 'zod'

/**
 * Configuration of every process: environment variables, parsed once at the start. A process gets the variables that it
 * uses and no others; the README's table and the compose file are checked against these schemas.
 */

const address = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** Stays text: whoever uses it makes a key object of it, which never prints itself. */
const key32 = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, { error: 'must be 32 bytes in base64' })

const postgresUrl = address(['postgres:', 'postgresql:'])

/** Up to a day: whoever is never at rest within one has a use for the memory. */
export const memoryRest = z.coerce
  .number('must be a number')
  .min(1, 'must be at least 1')
  .max(86_400, 'must be at most 86400')
  .default(600)

const VARIABLES = {
  /** Owner's connection to PostgreSQL: event log (unless `EVENTSTORE_URL`), vault, sessions, read models. */
  DATABASE_URL: postgresUrl,
  /** Connection of the query service, whose role sees one tenant at a time. */
  QUERY_DATABASE_URL: postgresUrl,
  /** When set, the event log is EventStoreDB. */
  EVENTSTORE_URL: address(['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:']).optional(),
  /** When set, the job queue is on Redis; else on PostgreSQL. */
  REDIS_URL: address(['redis:', 'rediss:']).optional(),
  S3_ENDPOINT: address(['http:', 'https:']),
  /** The object storage as browsers reach it; `S3_ENDPOINT` when absent. */
  S3_PUBLIC_ENDPOINT: address(['http:', 'https:']).optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  SMTP_URL: address(['smtp:', 'smtps:']),
  /** Sender of every mail, such as `bookings@forecourt.example`. */
  MAIL_FROM: z.email('must be an e-mail address'),
  /** Where browsers find the product; decides cookie names, origin checks and links in mails. */
  PUBLIC_URL: address(['http:', 'https:']).transform((text) => new URL(text).origin),
  /** Signs session cookies. */
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Wraps the data keys of persons. */
  MASTER_KEY: key32,
  /** While one master key replaces another: the one of the two that wraps nothing, and still opens what it has wrapped. */
  OTHER_MASTER_KEY: key32.optional(),
  /** Key of every look-up hash: e-mail addresses, command digests, upload keys, object paths. */
  LOOKUP_KEY: key32,
  /** Signs the seals over the log (Ed25519); without it the log is not sealed. Never in the database's back-ups. */
  SEAL_KEY: key32.optional(),
  /** Public keys of seals, with commas between: the present one, and those that it replaced. */
  SEAL_PUBLIC_KEYS: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .pipe(z.array(key32))
    .optional(),
  /** File outside the database that the seals are written to as well. */
  SEAL_FILE: z.string().optional(),
  HOST: z.string().default('127.0.0.1'),
  /** 0: any free port, which the readiness line names. */
  PORT: z.coerce.number('must be a port').int('must be a port').min(0, 'must be a port').max(65_535, 'must be a port'),
  /** Metrics for Prometheus are served there; nowhere when absent. 0: any free port. */
  METRICS_PORT: z.coerce
    .number('must be a port')
    .int('must be a port')
    .min(0, 'must be a port')
    .max(65_535, 'must be a port')
    .optional(),
  /** Traces are sent to this OpenTelemetry collector (OTLP over HTTP); nothing is traced when absent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:']).optional(),
  /** How many proxies in front are trusted to name the caller's address. */
  TRUSTED_HOPS: z.coerce.number('must be a number').int().min(0).max(5).default(0),
  /** Multiplies every limit on anonymous calls; load tests raise it. */
  RATE_LIMIT_FACTOR: z.coerce.number('must be a number').positive('must be more than 0').default(1),
  /** A process that has done next to nothing for so long gives memory back, and answers more slowly for a while then. */
  MEMORY_REST_SECONDS: memoryRest,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Whoever uses the operators' command line, as the log names them. */
  FORECOURT_OPERATOR: z
    .string()
    .regex(/^[^\p{C}]{1,100}$/u, 'must be a name of at most 100 characters')
    .optional(),
  /** Folder of the embedded run's data. */
  FORECOURT_DATA: z.string().default('.data'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
} as const

const variables = z.object(VARIABLES)

const everywhere = {
  DATABASE_URL: true,
  EVENTSTORE_URL: true,
  MASTER_KEY: true,
  OTHER_MASTER_KEY: true,
  LOOKUP_KEY: true,
  LOG_LEVEL: true,
  NODE_ENV: true,
} as const
const listening = {
  HOST: true,
  PORT: true,
  METRICS_PORT: true,
  OTEL_EXPORTER_OTLP_ENDPOINT: true,
  MEMORY_REST_SECONDS: true,
} as const
const browsers = { TRUSTED_HOPS: true, PUBLIC_URL: true, SESSION_SECRET: true } as const
const storage = {
  S3_ENDPOINT: true,
  S3_PUBLIC_ENDPOINT: true,
  S3_REGION: true,
  S3_ACCESS_KEY_ID: true,
  S3_SECRET_ACCESS_KEY: true,
  S3_BUCKET: true,
} as const
const mail = { SMTP_URL: true, MAIL_FROM: true, PUBLIC_URL: true } as const

/** One schema a process. */
export const CONFIG = {
  command: variables.pick({ ...everywhere, ...listening, ...browsers, ...storage, RATE_LIMIT_FACTOR: true }),
  query: variables.pick({
    ...listening,
    ...browsers,
    ...storage,
    QUERY_DATABASE_URL: true,
    LOOKUP_KEY: true,
    RATE_LIMIT_FACTOR: true,
    LOG_LEVEL: true,
    NODE_ENV: true,
  }),
  projector: variables.pick({ ...everywhere, ...listening }),
  workers: variables.pick({
    ...everywhere,
    ...listening,
    ...mail,
    ...storage,
    REDIS_URL: true,
    SEAL_KEY: true,
    SEAL_FILE: true,
  }),
  /** For those of its commands that touch files. */
  operatorFiles: variables.pick(storage),
  operator: variables.pick({
    ...everywhere,
    PUBLIC_URL: true,
    SEAL_PUBLIC_KEYS: true,
    SEAL_FILE: true,
    FORECOURT_OPERATOR: true,
  }),
  /** What `doctor` looks at besides: no command needs it for its work. */
  operatorChecks: variables.pick({ REDIS_URL: true }).extend({ SMTP_URL: VARIABLES.SMTP_URL.optional() }),
} as const

/** The environment does not say what the process needs. The message is one line that names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads a process's configuration: `readConfig(CONFIG.command, process.env)`. An empty variable counts as absent: compose
 * files pass those.
 * @throws {ConfigError} naming each variable that is missing or wrong, never its value
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.infer<Schema> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const complaints = result.error.issues.map(({ path, message }) => {
    const name = String(path[0])
    return Object.hasOwn(given, name) ? `${name} ${message}` : `${name} is not set`
  })
  throw new ConfigError([...new Set(complaints)].join('; '))
}
