import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, ConfigError, readConfig } from '@forecourt/kit/config.ts'
import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { gauge, serveMetrics } from '@forecourt/kit/metrics.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { serve } from '@forecourt/kit/serve.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { tracedAppends } from '@forecourt/kit/tracing/appends.ts'
import { startTracing } from '@forecourt/kit/tracing/tracing.ts'
import { untilThere } from '@forecourt/kit/until-there.ts'
import { createSessionMemory } from './account/session-memory.ts'
import { createCommandApp } from './app.ts'
import { runFinishing } from './finish-begun.ts'
import { gate } from './limits/gate.ts'
import { createLimits } from './limits/limits.ts'
import { toldTogether } from './limits/told-together.ts'
import { createCore, listeners } from './log/core.ts'
import { follow } from './log/follower.ts'
import { createUploads } from './upload/uploads.ts'

const now = () => new Date()

/** The command service: reads its configuration, opens its connections, serves, and ends in order. */
async function main(): Promise<void> {
  const config = readConfig(CONFIG.command, process.env)
  const say = createLog({ service: 'command', level: config.LOG_LEVEL })
  const endTracing = await startTracing('command', config, say)
  const lookupKey = keyFromBase64(config.LOOKUP_KEY)

  const pool = createPgPool({ connectionString: config.DATABASE_URL, applicationName: 'forecourt command', log: say })
  const log = await openEventLog({
    eventStoreUrl: config.EVENTSTORE_URL,
    databaseUrl: config.DATABASE_URL,
    onDrop: (error) => {
      say.warn({ error }, 'following the event log was interrupted')
      core.hearing.interrupt()
    },
  })
  const vault = createVault({
    connectionString: config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    otherMasterKey: config.OTHER_MASTER_KEY,
    lookupKey: config.LOOKUP_KEY,
  })
  const storage = createObjectStorage({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    bucket: config.S3_BUCKET,
  })

  const sessionMemory = createSessionMemory(pool)
  const core = createCore({ log: tracedAppends(log), vault, lookupKey })
  const following = new AbortController()
  // From before the first fold is read, so that nothing written meanwhile is missed.
  const head = await untilThere(
    () => log.head(),
    (error) => error instanceof Unavailable,
  )
  const followed = follow({ log, say, hearing: core.hearing }, head, listeners(core), following.signal)

  const deps = {
    core,
    pool,
    sessionMemory,
    limits: createLimits(pool, config.RATE_LIMIT_FACTOR, lookupKey),
    together: toldTogether(say),
    uploads: createUploads({ storage, lookupKey, now }),
    storage,
    say,
    now,
    publicUrl: config.PUBLIC_URL,
    sessionSecret: config.SESSION_SECRET,
    trustedHops: config.TRUSTED_HOPS,
  }
  const server = await serve(gate(createCommandApp(deps), deps), { host: config.HOST, port: config.PORT, log: say })
  const ending = new AbortController()
  const finishing = runFinishing({ core, pool, storage, now, say }, ending.signal)

  gauge('forecourt_sessions', 'Sessions of staff that are not over', async () => {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from public.sessions where expire > clock_timestamp()',
    )
    return rows[0]?.count ?? 0
  })
  const metrics = await serveMetrics(config, say)
  giveMemoryBack({ rest: config.MEMORY_REST_SECONDS * 1_000, log: say })
  onShutdown(say, [
    ['metrics', async () => metrics?.close()],
    ['requests', () => server.close()],
    [
      'what was begun',
      async () => {
        ending.abort()
        await finishing
      },
    ],
    [
      'follower',
      async () => {
        following.abort()
        await followed
      },
    ],
    ['sessions', () => sessionMemory.close()],
    ['event log', () => log.close()],
    ['vault', () => vault.close()],
    ['object storage', async () => storage.close()],
    ['database', () => pool.end()],
    ['traces', endTracing],
  ])
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`command: ${error.message}\n`)
  else createLog({ service: 'command' }).error({ error }, 'the process could not start')
  process.exit(1)
}
