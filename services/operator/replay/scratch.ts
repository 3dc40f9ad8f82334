import { randomBytes } from 'node:crypto'
import type { Position } from '@forecourt/event-log/port.ts'
import type { OnChange } from '@forecourt/query/projection/apply-batch.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { dropReadModel } from '@forecourt/query/projection/schema.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { Pool } from 'pg'
import { type Progress, StoppedError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { watched } from './watched.ts'

/**
 * Replays the log into a read model of its own, lets it be asked, and removes it again. Those that killed runs have left
 * behind are removed first.
 * @param through up to which position (inclusive); the present end of the log when absent
 * @param onChange hears of each row that an event touches
 * @throws {StoppedError} the operator stopped it
 * @throws {PoisonEvent} an event cannot be projected
 */
export async function withScratch<Answer>(
  platform: Platform,
  progress: Progress,
  through: Position | undefined,
  ask: (schema: string) => Promise<Answer>,
  onChange?: OnChange,
): Promise<Answer> {
  const { pool, core } = platform
  const schema = `${PREFIX}${randomBytes(6).toString('hex')}`
  await dropLeftovers(pool)
  const holder = await pool.connect()
  try {
    await holder.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, schema])
    await rebuild({
      pool,
      schema,
      tell: createTeller(core.vault),
      log: platform.log,
      eventLog: watched(core.log, progress, through ?? (await core.log.head()), platform.isDense),
      ...(through === undefined ? {} : { through }),
      ...(onChange === undefined ? {} : { onChange }),
    }).catch((error: unknown) => {
      if (!(error instanceof StoppedError)) throw error
    })
    if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
    return await ask(schema)
  } finally {
    // A database that is lost by now does not hide why: the next run removes what this one leaves behind.
    await dropReadModel(pool, schema).catch(() => undefined)
    // Its end gives the lock back.
    holder.release(true)
  }
}

const PREFIX = 'scratch_'
/** Name space of the advisory locks that say which scratch read models are in use. */
const LOCKS = 727_274

/** A run that lives holds the lock of its schema; what can be locked is nobody's. */
async function dropLeftovers(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname ~ '^${PREFIX}[0-9a-f]{12}$'`,
  )
  for (const { name } of rows) {
    const client = await pool.connect()
    try {
      const { rows: locked } = await client.query<{ mine: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as mine',
        [LOCKS, name],
      )
      if (locked[0]?.mine === true) await dropReadModel(client, name)
    } finally {
      client.release(true)
    }
  }
}
