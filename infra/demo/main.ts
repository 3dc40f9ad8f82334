import { createCore } from '@forecourt/command/log/core.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { seedTenant } from './seed.ts'
import { DEMO_TENANTS } from './tenants.ts'

/**
 * Seeds the demo tenants, with the command service's own configuration, and ends. The one argument is the instant that
 * the demo counts from. A process of its own: what it loads is needed once in the life of a data folder.
 */
const now = new Date(process.argv[2] ?? '')
const config = readConfig(CONFIG.command, process.env)
const log = await openEventLog({ eventStoreUrl: config.EVENTSTORE_URL, databaseUrl: config.DATABASE_URL })
const vault = createVault({
  connectionString: config.DATABASE_URL,
  masterKey: config.MASTER_KEY,
  lookupKey: config.LOOKUP_KEY,
})
const pool = createPgPool({
  connectionString: config.DATABASE_URL,
  applicationName: 'forecourt demo',
  log: createLog({ service: 'demo', level: config.LOG_LEVEL }),
})
const storage = createObjectStorage({
  endpoint: config.S3_ENDPOINT,
  publicEndpoint: config.S3_PUBLIC_ENDPOINT,
  region: config.S3_REGION,
  accessKeyId: config.S3_ACCESS_KEY_ID,
  secretAccessKey: config.S3_SECRET_ACCESS_KEY,
  bucket: config.S3_BUCKET,
})
const core = createCore({ log, vault, lookupKey: keyFromBase64(config.LOOKUP_KEY) })
try {
  await storage.ensureBucket()
  for (const tenant of DEMO_TENANTS) await seedTenant({ core, pool, storage }, tenant, now)
} catch (error) {
  // A log that cannot be reached is for the person at the terminal to see to, anything else for us.
  console.error(error instanceof Unavailable ? error.message : error)
  process.exitCode = 1
} finally {
  storage.close()
  await Promise.allSettled([log.close(), vault.close(), pool.end()])
}
