import { setTimeout as pause } from 'node:timers/promises'
import { hangUp } from '@forecourt/kit/postgres.ts'
import pg from 'pg'
import { EVERY, runSealer, type Sealer } from './sealer.ts'

/** For a connection and for its one statement, in milliseconds. */
const PATIENCE = 5_000

/**
 * Seals what is new in the log until the signal aborts, while no other process does: workers are started as often as
 * wanted, and two of them would write each other's seals into one file. Whoever holds the database's lock is at work; the
 * others ask for it again and again.
 */
export async function runOneSealer(sealer: Sealer, databaseUrl: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await sealWhileAlone(sealer, databaseUrl, signal)
    } catch (error) {
      sealer.log.warn({ error }, 'whether another sealer is at work cannot be told')
    }
    await pause(sealer.every ?? EVERY, undefined, { signal }).catch(() => undefined)
  }
}

/** Returns at once when another one is at work, and when the lock is lost: another may be at work from then on. */
async function sealWhileAlone(sealer: Sealer, connectionString: string, signal: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString,
    application_name: 'forecourt sealer',
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [LOCK])
    if (rows[0]?.alone === true) await runSealer(sealer, AbortSignal.any([signal, lost.signal]))
  } finally {
    await hangUp(client)
  }
}

/** Any number that nobody else in the database locks. */
const LOCK = 727_275
