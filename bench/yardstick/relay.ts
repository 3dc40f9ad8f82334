import { setTimeout as pause } from 'node:timers/promises'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { serveHealth } from '@forecourt/kit/serve-health.ts'
import { onShutdown } from '@forecourt/kit/shutdown.ts'
import { giveWay } from '@forecourt/workers/give-way.ts'
import { createMailTransport } from '@forecourt/workers/mail/transport.ts'
import { gatherCrew } from '@forecourt/workers/queue/crew.ts'
import { readYardstickConfig } from './config.ts'
import { createRelay } from './outbox.ts'

// Sends the mails that the outbox tells of. It gives way to those who are waited for as Forecourt's workers do: with a lower
// priority, and with rests while the processors have no time for it.

const IDLE_MS = 200
const AT_ONCE = 20
/** Nobody else has much to do for one of its mails. */
const SHARE = 1

giveWay()
const config = readYardstickConfig(process.env)
const log = createLog({ service: 'relay', level: config.LOG_LEVEL })
// Patient: it is stopped for minutes while others are measured, also in the middle of a batch, which must not be sent again.
const pool = createPgPool({
  connectionString: config.DATABASE_URL,
  applicationName: 'relay',
  max: 2,
  patient: true,
  log,
})
const transport = createMailTransport(config.SMTP_URL)
const ending = new AbortController()
const crew = gatherCrew(ending.signal, SHARE)
const relay = createRelay(
  pool,
  (mail, id) => transport.send({ from: { name: 'Yardstick', address: config.MAIL_FROM }, ...mail }, id),
  { atOnce: AT_ONCE, begin: () => crew.begin() },
)

const relaying = (async () => {
  while (!ending.signal.aborted) {
    const sent = await relay().catch((error: unknown) => {
      log.warn({ error }, 'the outbox could not be sent')
      return 0
    })
    if (sent === 0) await pause(IDLE_MS, undefined, { signal: ending.signal }).catch(() => {})
  }
})()

const health = await serveHealth({
  host: config.HOST,
  port: config.PORT,
  log,
  checks: { database: () => pool.query('select 1') },
})
onShutdown(log, [
  ['health', () => health.close()],
  [
    'relay',
    async () => {
      ending.abort()
      await Promise.all([relaying, crew.ended])
    },
  ],
  ['mail', async () => transport.close()],
  ['database', () => pool.end()],
])
