import { createCore } from '@forecourt/command/log/core.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { seedTenant } from '../../demo/seed.ts'
import { HARBOUR, PAINTED } from '../businesses.ts'

/** Onboards the businesses of the gallery, with the environment of the product that runs; then it ends. */
const config = readConfig(CONFIG.command, process.env)
const log = await openEventLog({ eventStoreUrl: config.EVENTSTORE_URL, databaseUrl: config.DATABASE_URL })
const vault = createVault({
  connectionString: config.DATABASE_URL,
  masterKey: config.MASTER_KEY,
  lookupKey: config.LOOKUP_KEY,
})
const pool = createPgPool({
  connectionString: config.DATABASE_URL,
  applicationName: 'forecourt gallery',
  log: createLog({ service: 'gallery', level: config.LOG_LEVEL }),
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
const now = new Date()
try {
  // The demo tenant is there already.
  const tenants = [HARBOUR.empty, ...PAINTED.flatMap(({ business, empty }) => [business, empty])]
  for (const tenant of tenants) await seedTenant({ core, pool, storage }, tenant, now)
} finally {
  storage.close()
  await Promise.allSettled([log.close(), vault.close(), pool.end()])
}
