import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'
import { hangUp } from '@forecourt/kit/postgres.ts'
import pg from 'pg'

export interface Listener {
  /** False while the connection is being made anew: what was said meanwhile was not heard. */
  readonly listening: boolean
  close(): Promise<void>
}

interface Options {
  readonly connectionString: string
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** After every connecting, also the first: ask for what may have been missed. */
  readonly onListening?: () => void
  /** After every loss of the connection: from here on nothing is heard. */
  readonly onLost?: () => void
  readonly log: Log
}

/** For a connection and for its one statement, in milliseconds. */
const PATIENCE = 5_000
/** Between two tries to connect, in milliseconds. */
const PAUSE = 500

/** Hears what is said on a channel of Postgres, on a connection of its own that comes back by itself. */
export function listen({ connectionString, channel, onMessage, onListening, onLost, log }: Options): Listener {
  const end = new AbortController()
  let listening = false
  const running = (async () => {
    while (!end.signal.aborted) {
      const client = new pg.Client({
        connectionString,
        application_name: `forecourt ${channel}`,
        connectionTimeoutMillis: PATIENCE,
        query_timeout: PATIENCE,
        keepAlive: true,
      })
      const lost = Promise.withResolvers<void>()
      const lose = (): void => {
        const wasListening = listening
        listening = false
        lost.resolve()
        if (wasListening) onLost?.()
      }
      client.on('error', (error) => {
        log.warn({ error }, 'the listening connection was lost')
        lose()
      })
      client.on('end', lose)
      client.on('notification', ({ payload }) => onMessage(payload ?? ''))
      try {
        await client.connect()
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
        listening = true
        onListening?.()
        await Promise.race([lost.promise, aborted(end.signal)])
      } catch (error) {
        log.warn({ error }, 'cannot listen')
      }
      listening = false
      await hangUp(client)
      if (!end.signal.aborted) await delay(PAUSE, undefined, { signal: end.signal }).catch(() => {})
    }
  })()
  return {
    get listening() {
      return listening
    },
    close: () => {
      end.abort()
      return running
    },
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
