import type { Log } from '@forecourt/kit/logging.ts'
import type { Pool } from 'pg'
import { enterApprovedPeriods } from './alarm.ts'
import { indexes } from './indexes.ts'
import { schemaName } from './schema-name.ts'
import { inTransaction } from './transaction.ts'

/** An index on a large table takes as long as it takes; in milliseconds. */
const PATIENCE = 3_600_000

/** As for a log that is sorted: with 128 MB the indexes of a million lines of history took a quarter longer. */
const SORTED_IN_MEMORY = '8MB'

/** Whether the read model has all that readers need. One that is being filled from the log's beginning has not. */
export async function isComplete(pool: Pool, schema: string): Promise<boolean> {
  const { rows } = await pool.query<{ complete: boolean }>(
    'select exists (select from pg_index where indrelid = to_regclass($1) and indisprimary) as complete',
    [`${schemaName(schema)}.booking_history`],
  )
  return rows[0]?.complete === true
}

/** Gives a read model that was filled bare its indexes and its alarm, all or nothing. Done again, it does nothing. */
export async function completeReadModel(pool: Pool, schema: string, log: Log): Promise<void> {
  if (await isComplete(pool, schema)) return
  await inTransaction(pool, async (client) => {
    await client.query(`set local statement_timeout = 0; set local maintenance_work_mem = '${SORTED_IN_MEMORY}'`)
    for (const text of [...indexes(schemaName(schema)), `analyze ${schema}.bookings, ${schema}.customers`]) {
      const statement = { text, query_timeout: PATIENCE }
      await client.query(statement)
    }
    await enterApprovedPeriods(client, schemaName(schema), log)
  })
}
