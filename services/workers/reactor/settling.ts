import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { settle } from './ledger.ts'

/** What is done within so many milliseconds is written down together: a transaction for each mail costs half of a mail. */
const GATHER_MS = 500

export interface Settling {
  /** A mail or a document is done, or nobody wants it any more. It is written down soon. */
  readonly settled: (id: string) => void
  /** Resolves when all that was told of is written down, or could not be. */
  readonly close: () => Promise<void>
}

/**
 * Writes down what is done. What cannot be written down, because the database is away or the process is killed, is put into the
 * queue once more by the sweep, and found done.
 */
export function createSettling(database: Database, log: Log): Settling {
  const ending = new AbortController()
  let told: string[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (told.length > 0) {
      // Aborted: it is written at once.
      await pause(GATHER_MS, undefined, { signal: ending.signal }).catch(() => undefined)
      const ids = told
      told = []
      await settle(database, ids).catch((error: unknown) => {
        log.warn({ error, count: ids.length }, 'what is done could not be written down: it is looked at once more')
      })
    }
    writing = undefined
  }

  return {
    settled(id) {
      told.push(id)
      writing ??= write()
    },
    async close() {
      ending.abort()
      await writing
    },
  }
}
