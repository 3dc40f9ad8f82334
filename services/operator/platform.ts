import type { Call } from '@forecourt/command/log/call.ts'
import { type Core, createCore } from '@forecourt/command/log/core.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { operatorName } from './operator-name.ts'

/** The platform as an operator reaches it: the same commands as everybody's, with an operator as the actor. */
export interface Platform {
  readonly core: Core
  readonly pool: pg.Pool
  /** Where browsers find the product, without a slash at the end. */
  readonly publicUrl: string
  readonly call: Call
  close(): Promise<void>
}

/**
 * Opens the platform that the configuration names.
 * @throws {ConfigError} naming the variables that are missing or wrong
 */
export async function openPlatform(environment: Readonly<Record<string, string | undefined>>): Promise<Platform> {
  const config = readConfig(CONFIG.operator, environment)
  const log = await openEventLog({ eventStoreUrl: config.EVENTSTORE_URL, databaseUrl: config.DATABASE_URL })
  const vault = createVault({
    connectionString: config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    lookupKey: config.LOOKUP_KEY,
  })
  const pool = createPgPool({
    connectionString: config.DATABASE_URL,
    applicationName: 'forecourt operator',
    max: 2,
    log: createLog({ service: 'operator', level: 'silent' }),
  })
  return {
    core: createCore({ log, vault, lookupKey: keyFromBase64(config.LOOKUP_KEY) }),
    pool,
    publicUrl: config.PUBLIC_URL,
    call: { actor: { kind: 'operator', name: operatorName() }, now: () => new Date() },
    async close() {
      await log.close()
      await vault.close()
      await pool.end()
    },
  }
}
