import type { Position } from '@forecourt/event-log/port.ts'
import type { Projection } from './apply-batch.ts'
import { moveCheckpoint } from './checkpoint.ts'
import type { Inbox } from './inbox.ts'
import { type Outcome, preparedBatches } from './project-batches.ts'
import { loadRows, saveRows } from './store.ts'
import { factsOf, STRETCH, Stretches } from './stretches.ts'
import { inTransaction, together } from './transaction.ts'
import { raiseVersions } from './versions.ts'

/**
 * Projects a log into a bare read model (see `createBareReadModel`), which nobody asks yet. Most rows change again soon
 * after they were made, so a whole stretch of the log goes onto them before they are written; while the database writes one
 * stretch, the next is folded. Rows and checkpoint are committed together, stretch by stretch: whoever is stopped goes on
 * from there.
 * @throws {PoisonEvent} an event cannot be projected
 * @throws the database's error when it refuses a value: which event has it is not known here (see `isAboutValues`)
 */
export async function fillBare(
  projection: Projection,
  from: Position,
  inbox: Inbox,
  stretch = STRETCH,
): Promise<Outcome> {
  const { pool, schema } = projection
  const reader = await pool.connect()
  const stretches = new Stretches<Position>(projection, from, (rows, begun, through) =>
    inTransaction(pool, async (client) => {
      if (!(await moveCheckpoint(client, schema, begun, through))) return false
      await together([saveRows(client, schema, rows, 'history'), raiseVersions(client, schema, rows.tenants)])
      return true
    }),
  )
  try {
    for await (const batch of preparedBatches(projection, from, inbox)) {
      await loadRows(reader, schema, factsOf(batch.told), stretches.rows)
      stretches.fold(batch.told, batch.through)
      if (stretches.events >= stretch && !(await stretches.handOver())) return { outcome: 'overtaken', position: from }
    }
    const outcome = (await stretches.end()) ? 'ended' : 'overtaken'
    return { outcome, position: stretches.through }
  } finally {
    // Whatever state it is in, it is not worth finding out.
    reader.release(true)
    await stretches.settled()
  }
}
