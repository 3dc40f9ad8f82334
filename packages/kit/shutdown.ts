import type { Server, ServerResponse } from 'node:http'
import type { Log } from './logging.ts'

/** How long requests under way may take before they are cut, in milliseconds. */
const DRAIN = 10_000

/** How long the whole end of a process may take: whatever hangs then is left behind. */
const LAST_CALL = 25_000

/** A server that can be told to finish: what is under way is answered, nothing new is taken. */
export interface Drain {
  /** True once the server takes no more: `/readyz` says so. */
  readonly draining: boolean
  /** How many requests have been taken and not answered yet. */
  readonly underWay: number
  /** Resolves when the last answer is out, or when the time is over and what remains was cut. */
  close(): Promise<void>
}

/** Keeps count of a server's requests so that it can be drained. Call it before the server listens. */
export function drainable(server: Server, patience = DRAIN): Drain {
  const underWay = new Set<ServerResponse>()
  let draining = false
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    if (draining) response.shouldKeepAlive = false
    response.once('close', () => underWay.delete(response))
  })
  return {
    get draining() {
      return draining
    },
    get underWay() {
      return underWay.size
    },
    async close() {
      draining = true
      // Else a browser's open connection would bring the next request after the last answer.
      for (const response of underWay) response.shouldKeepAlive = false
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      const cut = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearTimeout(cut)
    },
  }
}

/**
 * Ends the process in order when it is asked to (SIGTERM, SIGINT) and when a bug leaves it in an unknown state. The steps
 * run one after another, each within its time; a second signal ends at once.
 * @param steps name and what to do, the outermost (servers) first, connections last
 */
export function onShutdown(log: Log, steps: readonly (readonly [name: string, step: () => Promise<unknown>])[]): void {
  let ending = false
  const end = async (code: number): Promise<void> => {
    if (ending) process.exit(code || 1)
    ending = true
    setTimeout(() => {
      log.error({}, 'the shutdown took too long')
      process.exit(1)
    }, LAST_CALL).unref()
    for (const [step, run] of steps) {
      try {
        await run()
      } catch (error) {
        log.error({ step, error }, 'a step of the shutdown failed')
      }
    }
    log.info({}, 'stopped')
    process.exit(code)
  }
  process.on('SIGTERM', () => void end(0))
  process.on('SIGINT', () => void end(0))
  process.on('uncaughtException', (error) => {
    log.error({ error }, 'a bug: the process ends')
    void end(1)
  })
}
