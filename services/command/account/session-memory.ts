import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Should the line to the database have died without a sign, a session that was ended lives no longer here. */
const LIFETIME = 10_000
const MOST = 20_000
const RECONNECT = 500

/**
 * Sessions that were read lately, so that a decision by staff is one round trip and not two (PERFORMANCE: goals). The
 * database tells every process which sessions end (`session_ended`); while nobody listens nothing is remembered.
 */
export interface SessionMemory {
  /** The stored session as JSON text, when it is known. */
  recall(sessionId: string): string | undefined
  /** Call before reading a session: what comes back is kept only if none has ended meanwhile. */
  reading(sessionId: string): { keep(session: string): void }
  forget(sessionId: string): void
  close(): Promise<void>
}

/** @param pool gives one connection for listening; close this before the pool */
export function createSessionMemory(pool: pg.Pool): SessionMemory {
  const kept = new LRUCache<string, string>({ max: MOST, ttl: LIFETIME })
  const closing = new AbortController()
  let listening = false
  /** Counts what has ended: a session that was being read at that time may be the one. */
  let ended = 0

  function forgetAll(): void {
    ended += 1
    kept.clear()
  }

  async function listen(): Promise<void> {
    const client = await pool.connect()
    const gone = new Promise<void>((resolve) => {
      client.on('error', () => resolve())
      client.on('end', () => resolve())
      closing.signal.addEventListener('abort', () => resolve())
      // Closed while the connection was being made: nobody is told of that any more.
      if (closing.signal.aborted) resolve()
    })
    client.on('notification', ({ payload = '' }) => {
      ended += 1
      kept.delete(payload)
    })
    try {
      await client.query('listen session_ended')
      forgetAll()
      listening = !closing.signal.aborted
      await gone
    } finally {
      listening = false
      forgetAll()
      client.release(true)
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await listen()
      } catch {
        // Sessions are read from the database meanwhile, which says itself when it does not answer.
      }
      await delay(RECONNECT, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const running = keepListening()

  return {
    recall: (sessionId) => (listening ? kept.get(nameOf(sessionId)) : undefined),
    reading(sessionId) {
      const before = ended
      return {
        keep(session) {
          if (listening && ended === before) kept.set(nameOf(sessionId), session)
        },
      }
    },
    forget(sessionId) {
      ended += 1
      kept.delete(nameOf(sessionId))
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** The name under which the database tells of a session (infra/migrations/003-accounts.sql). */
const nameOf = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex')
