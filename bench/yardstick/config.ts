import { memoryRest } from '@forecourt/kit/config.ts'
import { z } from 'zod'

/** crud-tx: transactions of several statements. crud-fn: one call of a function in the database. */
export const Variant = z.enum(['crud-tx', 'crud-fn'])
export type Variant = z.infer<typeof Variant>

const Config = z.object({
  VARIANT: Variant,
  DATABASE_URL: z.string(),
  /** Of the HTTP process to the database, at most. */
  CONNECTIONS: z.coerce.number().int().positive().default(16),
  PUBLIC_URL: z.string(),
  SESSION_SECRET: z.string(),
  SMTP_URL: z.string(),
  MAIL_FROM: z.string(),
  MEMORY_REST_SECONDS: memoryRest,
  LOG_LEVEL: z.string().default('info'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int(),
})

/** The environment of the yardstick's processes: the two that serve, and the one that mails. @throws {z.ZodError} */
export const readYardstickConfig = (environment: NodeJS.ProcessEnv) => Config.parse(environment)
