import { createServer, type RequestListener } from 'node:http'
import { answerUnreadable } from './client-error.ts'
import { notReady } from './health.ts'
import type { Log } from './logging.ts'
import { withPath } from './request-target.ts'
import { type Drain, drainable } from './shutdown.ts'

/** A server that listens. */
export interface Serving extends Drain {
  readonly port: number
  /** Such as `http://127.0.0.1:4001`. */
  readonly url: string
}

/**
 * Serves the application on HOST and PORT and says so: the log line `listening` with its port is what the runner waits
 * for. Callers that are slow with their headers or bodies are cut. While the server is drained, `/readyz` is 503.
 * @throws the listener's error, such as EADDRINUSE
 */
export async function serve(
  application: RequestListener,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Log },
): Promise<Serving> {
  const understood = withPath(application)
  const server = createServer(
    // The gateway keeps connections for 60 s: ours must outlive its, or it sends into a closing one.
    { keepAliveTimeout: 65_000, headersTimeout: 20_000, requestTimeout: 30_000, maxHeaderSize: 16 * 1024 },
    (request, response) => {
      // Whoever spreads the load is to look for another process before this one refuses them.
      if (drain.draining && request.url === '/readyz') notReady(response, ['draining'])
      else understood(request, response)
    },
  )
  const drain = drainable(server)
  answerUnreadable(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const actual = address.port
  server.on('error', (error) => log.error({ error }, 'the server had an error'))
  log.info({ host, port: actual }, 'listening')
  return {
    port: actual,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    get draining() {
      return drain.draining
    },
    get underWay() {
      return drain.underWay
    },
    close: () => drain.close(),
  }
}
