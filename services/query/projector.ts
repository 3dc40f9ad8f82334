import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, ConfigError, readConfig } from '@forecourt/kit/config.ts'
import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { gauge, serveMetrics } from '@forecourt/kit/metrics.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { serveHealth } from '@forecourt/kit/serve-health.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { startTracing } from '@forecourt/kit/tracing/tracing.ts'
import { readCheckpoint } from './projection/checkpoint.ts'
import { createLastComparison } from './projection/last-comparison.ts'
import { parkedStreams } from './projection/parked.ts'
import { type ProjectorState, runProjector } from './projection/run-projector.ts'
import { LIVE } from './projection/schema-name.ts'
import { createTeller } from './projection/tell.ts'

/** The projector: follows the log and keeps the read models. */
async function main(): Promise<void> {
  const config = readConfig(CONFIG.projector, process.env)
  const log = createLog({ service: 'projector', level: config.LOG_LEVEL })
  const endTracing = await startTracing('projector', config, log)
  const pool = createPgPool({
    connectionString: config.DATABASE_URL,
    applicationName: 'forecourt projector',
    max: 4,
    pipeline: true,
    log,
  })
  const eventLog = await openEventLog({
    eventStoreUrl: config.EVENTSTORE_URL,
    databaseUrl: config.DATABASE_URL,
    onDrop: (error) => log.warn({ error }, 'following the event log was interrupted'),
  })
  const vault = createVault({
    connectionString: config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    otherMasterKey: config.OTHER_MASTER_KEY,
    lookupKey: config.LOOKUP_KEY,
  })

  let state: ProjectorState = 'starting'
  let parkedBefore = 0
  const ending = new AbortController()
  const projecting = runProjector(
    {
      pool,
      schema: LIVE,
      tell: createTeller(vault),
      log,
      eventLog,
      databaseUrl: config.DATABASE_URL,
      onState: (now) => {
        state = now
      },
    },
    ending.signal,
  )

  const health = await serveHealth({
    host: config.HOST,
    port: config.PORT,
    log,
    checks: {
      projecting: async () => {
        if (state !== 'projecting' && state !== 'standing by') throw new Error(state)
      },
      'event log': () => eventLog.head(),
      // Parked streams are told of; all others go on, so the process is ready all the same.
      database: async () => {
        const { length: count } = await parkedStreams(pool, LIVE)
        if (count !== parkedBefore) log.warn({ count, step: 'parked' }, 'number of parked streams')
        parkedBefore = count
      },
    },
  })

  gauge(
    'forecourt_projection_lag_seconds',
    'For how long the oldest event that no row shows has been in the log',
    async () => {
      const checkpoint = await readCheckpoint(pool, LIVE)
      if (checkpoint === undefined) throw new Error('there is no read model yet')
      return await secondsBehind(eventLog, checkpoint.position, new Date())
    },
  )
  gauge('forecourt_parked_streams', 'Streams with an event that could not be projected', async () => {
    return (await parkedStreams(pool, LIVE)).length
  })
  const lastComparison = createLastComparison(eventLog)
  gauge(
    'forecourt_read_model_differences',
    'Rows that were not what the log says, when all were last compared',
    async () => {
      const comparison = await lastComparison()
      if (comparison === undefined) throw new Error('nobody has compared them yet')
      return comparison.differences
    },
  )
  // 0 when it never was: that is too long ago as well.
  gauge(
    'forecourt_read_model_compared_timestamp_seconds',
    'When all rows were last compared with the log',
    async () => {
      return ((await lastComparison())?.at.getTime() ?? 0) / 1_000
    },
  )
  const metrics = await serveMetrics(config, log)
  giveMemoryBack({ rest: config.MEMORY_REST_SECONDS * 1_000, log })
  onShutdown(log, [
    ['metrics', async () => metrics?.close()],
    ['health', () => health.close()],
    [
      'projecting',
      async () => {
        ending.abort()
        await projecting
      },
    ],
    ['event log', () => eventLog.close()],
    ['vault', () => vault.close()],
    ['database', () => pool.end()],
    ['traces', endTracing],
  ])
}

try {
  await main()
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`projector: ${error.message}\n`)
  process.exitCode = 1
}
