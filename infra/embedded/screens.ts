import { setTimeout as pause } from 'node:timers/promises'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import pg from 'pg'

/** Somebody at the terminal waits so long for their screens, in milliseconds: a long log takes longer. */
const PATIENCE = 60_000
const BETWEEN_LOOKS = 100
/** For a connection or an answer, in milliseconds. */
const ANSWER = 5_000

/**
 * Waits until the screens show what the log in this database holds at the beginning: after a restore, or with a read model
 * of another shape, they are made from the log first, and until then they would show less than there is.
 * @param patience in milliseconds
 * @returns whether they do; false also when the database does not say
 */
export async function screensShowLog(databaseUrl: string, stop: AbortSignal, patience = PATIENCE): Promise<boolean> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: ANSWER,
    query_timeout: ANSWER,
  })
  client.on('error', () => {}) // the query that is running rejects as well
  const giveUp = performance.now() + patience
  try {
    await client.connect()
    const { rows } = await client.query<{ position: string }>('select position::text from log.head')
    const head = BigInt(rows[0]?.position ?? 0)
    while (!stop.aborted && performance.now() < giveUp) {
      const shown = await readCheckpoint(client, LIVE)
      if (shown !== undefined && shown.position >= head) return true
      await pause(BETWEEN_LOOKS, undefined, { signal: stop }).catch(() => undefined)
    }
    return false
  } catch {
    return false
  } finally {
    await client.end()
  }
}
