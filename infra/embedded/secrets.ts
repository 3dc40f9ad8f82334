import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'

const NAMES = [
  'SESSION_SECRET',
  'MASTER_KEY',
  'LOOKUP_KEY',
  'SEAL_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'DATABASE_PASSWORD',
  'QUERY_PASSWORD',
] as const

/** What only this installation knows. Without the first three its data cannot be read again. */
export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>

const Stored = z.record(z.enum(NAMES), z.string().min(1))

/**
 * The secrets of this data folder: made at the first start, kept readable by its owner alone. Those given in the
 * environment (`SESSION_SECRET`, `MASTER_KEY`, `LOOKUP_KEY`) go before the stored ones.
 * @throws CannotStart when the file is there but not readable: new secrets would lock the data away for good
 */
export function keepSecrets(dataFolder: string, environment: NodeJS.ProcessEnv): Secrets {
  const file = join(dataFolder, 'secrets.json')
  const stored = existsSync(file) ? read(file) : make(file)
  const given = Object.entries(environment).filter(
    ([name, value]) => Object.hasOwn(stored, name) && value !== undefined && value !== '',
  )
  return { ...stored, ...Object.fromEntries(given) }
}

function read(file: string): Secrets {
  try {
    const stored = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
    // A folder that was made before the log was sealed has no key for it yet.
    const secrets = Stored.parse({ SEAL_KEY: random(), ...stored })
    return stored.SEAL_KEY === undefined ? keep(file, secrets) : secrets
  } catch (cause) {
    throw new CannotStart(
      `${file} is broken: restore it from a backup; without it the data beside it cannot be read.`,
      { cause },
    )
  }
}

const make = (file: string): Secrets =>
  keep(file, {
    SESSION_SECRET: random(),
    MASTER_KEY: random(),
    LOOKUP_KEY: random(),
    SEAL_KEY: random(),
    S3_ACCESS_KEY_ID: randomBytes(10).toString('hex'),
    S3_SECRET_ACCESS_KEY: random(),
    DATABASE_PASSWORD: randomBytes(24).toString('hex'),
    QUERY_PASSWORD: randomBytes(24).toString('hex'),
  })

function keep(file: string, secrets: Secrets): Secrets {
  // Moved into place when complete: a file cut off half way would pass for a broken one.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return secrets
}

const random = () => randomBytes(32).toString('base64')
