import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from './logging.ts'
import { within } from './within.ts'

/** What a process counts and measures, for Prometheus. Nothing personal and nobody's id is ever a label. */

const registry = new Registry()
const registers = [registry]

/** Half a millisecond to ten seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Answers by route and status; `route` is the pattern, `none` where no route was found. */
export const httpSeconds = new Histogram({
  name: 'forecourt_http_request_duration_seconds',
  help: 'Time from a request to the end of its answer',
  labelNames: ['method', 'route', 'status'],
  buckets: SECONDS,
  registers,
})

/** Commands that had something to write. `conflict`: another process was faster, and it was decided again. */
export const appends = new Counter({
  name: 'forecourt_appends_total',
  help: 'Appends to the event log by outcome',
  labelNames: ['outcome'],
  registers,
})

/** Time of appends that were stored. */
export const appendSeconds = new Histogram({
  name: 'forecourt_append_duration_seconds',
  help: 'Time that the event log took to store an append',
  buckets: SECONDS,
  registers,
})

/** Commands that were sent again, by an outbox or after a lost answer, and answered as the first time. */
export const replays = new Counter({
  name: 'forecourt_replayed_commands_total',
  help: 'Commands that were answered as the first time',
  registers,
})

/** What became of mails and documents. */
export const deliveries = new Counter({
  name: 'forecourt_deliveries_total',
  help: 'Jobs of the queue by what they were for and how they ended',
  labelNames: ['task', 'outcome'],
  registers,
})

/** A figure that is not there by then cannot be told; all others are told without it. In milliseconds. */
const PATIENCE = 2_000

/**
 * A figure that is asked for when somebody reads the metrics. One that cannot be told is no number, and not 0: that would
 * read as if all were well.
 * @param read the figure, in the unit that the name ends in
 */
export function gauge(name: string, help: string, read: () => Promise<number>): void {
  const made = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      try {
        this.set(await within(PATIENCE, read()))
      } catch {
        this.set(Number.NaN)
      }
    },
  })
  registry.registerMetric(made)
}

/** A listener for metrics. */
export interface ServingMetrics {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` on a port of its own, which no gateway leads to. Undefined without a port: nobody wants them.
 * @throws the listener's error, such as EADDRINUSE
 */
export async function serveMetrics(
  { HOST, METRICS_PORT }: { readonly HOST: string; readonly METRICS_PORT?: number | undefined },
  log: Log,
): Promise<ServingMetrics | undefined> {
  if (METRICS_PORT === undefined) return undefined
  collectDefaultMetrics({ register: registry })
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        log.warn({ error }, 'the metrics could not be told')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(METRICS_PORT, HOST, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', (error) => log.error({ error }, 'the server had an error'))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
