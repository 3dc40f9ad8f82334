import { notificationStream } from '@forecourt/domain/streams.ts'
import { remembersLongStreams } from '@forecourt/event-log/long-streams.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import { sealKey } from '@forecourt/event-log/seals/keys.ts'
import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, ConfigError, readConfig } from '@forecourt/kit/config.ts'
import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { gauge, serveMetrics } from '@forecourt/kit/metrics.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createDatabase } from '@forecourt/kit/postgres.ts'
import { serveHealth } from '@forecourt/kit/serve-health.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { tracedAppends } from '@forecourt/kit/tracing/appends.ts'
import { startTracing } from '@forecourt/kit/tracing/tracing.ts'
import { within } from '@forecourt/kit/within.ts'
import { runFileSweep } from './files/sweep-files.ts'
import { giveWay } from './give-way.ts'
import { createMailTransport } from './mail/transport.ts'
import packageJson from './package.json' with { type: 'json' }
import { gatherCrew } from './queue/crew.ts'
import { handle } from './queue/handle.ts'
import { openMailQueue } from './queue/mail-queue.ts'
import { checkpointOf } from './reactor/ledger.ts'
import { runReactor } from './reactor/reactor.ts'
import { OF_INTEREST } from './reactor/reading.ts'
import { createSettling } from './reactor/settling.ts'
import { runSweep } from './reactor/sweep.ts'
import { rightClock } from './right-clock.ts'
import { runOneSealer } from './seals/one-sealer.ts'
import { unsealedSeconds } from './seals/unsealed.ts'

/** What was sent is written down together: each append by itself would keep the commands of people waiting. In milliseconds. */
const GATHER_MS = 20
/**
 * Nobody waits to see that a mail has gone, and whenever that is told of, each process that follows the log reads it: with two
 * mails at a time that was a quarter of what a mail cost the machine.
 */
const UNHURRIED = { prefix: notificationStream(''), ringMs: 250 }
/** Mails and documents at work at once: most of one is waiting. While people are busy there are rests (`queue/crew.ts`). */
const AT_ONCE = 20
/** What is away then is asked by whoever wants to know whether we can work, in milliseconds. */
const CONNECTED_WITHIN = 10_000
const clock = () => new Date()
/** PostgreSQL has nearly as much to do for a mail as we have. */
const SHARE = 2

/**
 * The workers: write down which mails and contracts are due, and deliver or make them; delete files that nothing refers to;
 * seal the log.
 */
async function main(): Promise<void> {
  const config = readConfig(CONFIG.workers, process.env)
  const log = createLog({ service: 'workers', level: config.LOG_LEVEL })
  const endTracing = await startTracing('workers', config, log)

  const eventLog = await openEventLog({
    eventStoreUrl: config.EVENTSTORE_URL,
    databaseUrl: config.DATABASE_URL,
    onDrop: (error) => log.warn({ error }, 'following the event log was interrupted'),
    gatherMs: GATHER_MS,
    unhurried: UNHURRIED,
  })
  const vault = createVault({
    connectionString: config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    otherMasterKey: config.OTHER_MASTER_KEY,
    lookupKey: config.LOOKUP_KEY,
  })
  const database = await createDatabase({ connectionString: config.DATABASE_URL, applicationName: 'workers', max: 4 })
  const resting = new AbortController()
  const transport = createMailTransport(config.SMTP_URL, { ending: resting.signal })
  const storage = createObjectStorage({
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    accessKeyId: config.S3_ACCESS_KEY_ID,
    secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    bucket: config.S3_BUCKET,
  })
  const queue = await openMailQueue({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL, log })

  const settling = createSettling(database, log)
  const isRight = rightClock(database, log, clock)
  const work = {
    settled: settling.settled,
    eventLog: remembersLongStreams(tracedAppends(eventLog)),
    vault,
    database,
    transport,
    storage,
    log,
    publicUrl: config.PUBLIC_URL,
    from: config.MAIL_FROM,
    lookupKey: keyFromBase64(config.LOOKUP_KEY),
    appVersion: packageJson.version,
    now: clock,
    isRight,
    ending: resting.signal,
  }
  const crew = gatherCrew(resting.signal, SHARE)
  const worker = await queue.work((id, job) => handle(work, id, job), { most: AT_ONCE, begin: () => crew.begin() })

  const { SEAL_KEY, SEAL_FILE: file } = config
  const ending = new AbortController()
  const loops = Promise.all([
    runReactor({ eventLog, database, queue, log, rests: () => crew.rests() }, ending.signal),
    runSweep({ database, queue, log, isRight }, ending.signal),
    runFileSweep({ ...work, isRight, rowsComeFirst: config.EVENTSTORE_URL !== undefined }, ending.signal),
    ...(SEAL_KEY === undefined
      ? []
      : [runOneSealer({ ...work, eventLog, file, key: sealKey(SEAL_KEY) }, config.DATABASE_URL, ending.signal)]),
  ])

  const checks = { eventLog: () => eventLog.head(), queue: () => queue.waiting() }
  // With less of the processors than others it would, while those are busy, connect to nobody in time, and never be ready.
  await Promise.allSettled([within(CONNECTED_WITHIN, checks.eventLog()), within(CONNECTED_WITHIN, checks.queue())])
  giveWay()
  const health = await serveHealth({ host: config.HOST, port: config.PORT, log, checks })

  gauge('forecourt_queue_waiting_jobs', 'Mails and documents that wait for a worker, now or later', () =>
    queue.waiting(),
  )
  gauge(
    'forecourt_queue_oldest_wait_seconds',
    'For how long the mail or document has been in the queue that has waited longest for its first try',
    async () => secondsSince(await queue.oldestUntried(), work.now()),
  )
  gauge(
    'forecourt_reactor_lag_seconds',
    'For how long the oldest event has been in the log that nobody has looked at for mails and documents',
    async () => await secondsBehind(eventLog, await checkpointOf(database), work.now(), OF_INTEREST),
  )
  if (SEAL_KEY !== undefined) {
    gauge(
      'forecourt_unsealed_seconds',
      'For how long the oldest event without a seal has been in the log',
      unsealedSeconds(eventLog, work.now),
    )
  }
  const metrics = await serveMetrics(config, log)
  giveMemoryBack({ rest: config.MEMORY_REST_SECONDS * 1_000, log })
  onShutdown(log, [
    ['metrics', async () => metrics?.close()],
    ['health', () => health.close()],
    [
      'worker',
      async () => {
        resting.abort()
        await crew.ended
        await worker.close()
      },
    ],
    ['what is done', () => settling.close()],
    [
      'loops',
      async () => {
        ending.abort()
        await loops
      },
    ],
    ['queue', () => queue.close()],
    ['mail', async () => transport.close()],
    ['object storage', async () => storage.close()],
    ['event log', () => eventLog.close()],
    ['vault', () => vault.close()],
    ['database', () => database.end()],
    ['traces', endTracing],
  ])
}

/** 0 when nothing has begun. */
const secondsSince = (begun: Date | undefined, now: Date): number =>
  begun === undefined ? 0 : Math.max(0, (now.getTime() - begun.getTime()) / 1_000)

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`workers: ${error.message}\n`)
  else createLog({ service: 'workers' }).error({ error }, 'the process could not start')
  process.exit(1)
}
