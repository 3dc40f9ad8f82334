import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createLinkTries } from '@forecourt/kit/booking-bearer.ts'
import { CONFIG, ConfigError, readConfig } from '@forecourt/kit/config.ts'
import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { serveMetrics } from '@forecourt/kit/metrics.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { serve } from '@forecourt/kit/serve.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { startTracing } from '@forecourt/kit/tracing/tracing.ts'
import { createQueryApp } from './app.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { listenToChanges } from './changes.ts'
import { storedLogos } from './installing/stored-logo.ts'
import { createLive } from './live/live.ts'
import { createLicenceBook } from './objects/licence-book.ts'
import { objectRoutes } from './objects/routes.ts'
import { createHorizon } from './reading/horizon.ts'
import { openLookUps, openReadDatabase } from './reading/read-database.ts'
import { renterRoutes } from './renter/routes.ts'

const now = () => new Date()

/** The query service: reads its configuration, opens its connections, serves, and ends in order. */
async function main(): Promise<void> {
  const config = readConfig(CONFIG.query, process.env)
  const log = createLog({ service: 'query', level: config.LOG_LEVEL })
  const endTracing = await startTracing('query', config, log)
  const database = await openReadDatabase(config.QUERY_DATABASE_URL)
  const lookUps = openLookUps(config.QUERY_DATABASE_URL, log)
  const horizon = createHorizon({ database, connectionString: config.QUERY_DATABASE_URL, log })
  const changes = listenToChanges({ connectionString: config.QUERY_DATABASE_URL, log })
  const live = createLive(changes)
  const storage = createObjectStorage({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    bucket: config.S3_BUCKET,
  })
  const lookupKey = keyFromBase64(config.LOOKUP_KEY)
  const licences = createLicenceBook(database)
  const tries = createLinkTries(config.RATE_LIMIT_FACTOR)

  const app = createQueryApp({
    database,
    lookUps,
    horizon,
    changes,
    live,
    log,
    publicUrl: config.PUBLIC_URL,
    sessionSecret: config.SESSION_SECRET,
    trustedHops: config.TRUSTED_HOPS,
    now,
    logos: storedLogos(storage, lookupKey),
    renter: (answering) => renterRoutes({ answering, database, now, storage, lookupKey, licences, tries }),
    calendars: (answering) => calendarRoutes({ answering, lookupKey, publicUrl: config.PUBLIC_URL, tries }),
    objects: ({ memberOf }) => objectRoutes({ storage, lookupKey, memberOf, licences }),
  })
  const server = await serve(app, { host: config.HOST, port: config.PORT, log })

  const metrics = await serveMetrics(config, log)
  giveMemoryBack({ rest: config.MEMORY_REST_SECONDS * 1_000, log })
  onShutdown(log, [
    ['metrics', async () => metrics?.close()],
    // Streams never end by themselves: the drain would wait for them.
    ['streams', async () => live.close()],
    ['requests', () => server.close()],
    ['horizon', () => horizon.close()],
    ['changes', () => changes.close()],
    ['object storage', async () => storage.close()],
    ['look-ups', () => lookUps.end()],
    ['database', () => database.end()],
    ['traces', endTracing],
  ])
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`query: ${error.message}\n`)
  process.exitCode = 1
}
