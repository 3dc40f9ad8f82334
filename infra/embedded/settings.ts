import { resolve } from 'node:path'
import { memoryRest } from '@forecourt/kit/config.ts'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'

/** Parts that exist already: each that is named replaces the embedded one. */
export type Given = z.infer<typeof Environment>

const address = z.url('is not an address').optional()

const Environment = z.object({
  PORT: z.coerce
    .number('must be a port')
    .int('must be a port')
    .min(1, 'must be a port')
    .max(65_535, 'must be a port')
    .default(3000),
  FORECOURT_DATA: z.string().default('.data'),
  PUBLIC_URL: address,
  DATABASE_URL: address,
  QUERY_DATABASE_URL: address,
  EVENTSTORE_URL: address,
  REDIS_URL: address,
  S3_ENDPOINT: address,
  S3_PUBLIC_ENDPOINT: address,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_BUCKET: z.string().default('forecourt-files'),
  SMTP_URL: address,
  MAIL_FROM: z.string().default('bookings@forecourt.example'),
  RATE_LIMIT_FACTOR: z.string().default('1'),
  MEMORY_REST_SECONDS: memoryRest,
  LOG_LEVEL: z.string().default('info'),
  OTHER_MASTER_KEY: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
})

/** How this run is asked to be. */
export interface Settings {
  readonly given: Given
  /** Port of the gateway on 127.0.0.1. */
  readonly port: number
  /** Absolute path of the folder that holds everything this run keeps. */
  readonly dataFolder: string
  /** Where browsers find the product. */
  readonly publicUrl: string
}

/**
 * Reads the settings of the embedded run from the environment; an empty variable counts as absent.
 * @throws CannotStart naming the variable that is wrong
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = Environment.safeParse(set)
  if (!parsed.success) {
    throw new CannotStart(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
  }
  const given = parsed.data
  if (
    given.S3_ENDPOINT !== undefined &&
    (given.S3_ACCESS_KEY_ID === undefined || given.S3_SECRET_ACCESS_KEY === undefined)
  ) {
    throw new CannotStart('S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it.')
  }
  return {
    given,
    port: given.PORT,
    dataFolder: resolve(given.FORECOURT_DATA),
    publicUrl: new URL(given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).origin,
  }
}
