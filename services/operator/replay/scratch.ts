import type { Position } from '@forecourt/event-log/port.ts'
import type { OnChange } from '@forecourt/query/projection/apply-batch.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { dropReadModel } from '@forecourt/query/projection/schema.ts'
import { dropLeftScratch, holdScratch, newScratch } from '@forecourt/query/projection/scratch-models.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import { inTransaction } from '@forecourt/query/projection/transaction.ts'
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
  const schema = newScratch()
  await inTransaction(pool, dropLeftScratch)
  const holder = await pool.connect()
  try {
    await holdScratch(holder, schema)
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
