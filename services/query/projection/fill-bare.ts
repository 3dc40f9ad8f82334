import type { Position } from '@forecourt/event-log/port.ts'
import { applyOne, PoisonEvent, type Projection, type Told } from './apply-batch.ts'
import { moveCheckpoint } from './checkpoint.ts'
import type { Inbox } from './inbox.ts'
import { type Outcome, preparedBatches } from './project-batches.ts'
import { loadRows, saveRows } from './store.ts'
import { inTransaction, together } from './transaction.ts'
import { raiseVersions } from './versions.ts'
import { WorkingRows } from './working-rows.ts'

/** Events whose rows are held in memory until they are written: more would save little, and cost memory twice over. */
const STRETCH = 12_000

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
  let rows = new WorkingRows()
  let [events, begun, through] = [0, from, from]
  let writing: Promise<boolean> = Promise.resolve(true)
  /** Hands over what is folded, once what came before it is stored. @returns false when somebody else writes here */
  const handOver = async (): Promise<boolean> => {
    if (!(await writing)) return false
    writing = write(projection, rows, begun, through)
    // It may fail while the next stretch is folded; whoever hands that over hears of it.
    writing.catch(() => {})
    rows = new WorkingRows(rows)
    ;[events, begun] = [0, through]
    return true
  }
  try {
    for await (const batch of preparedBatches(projection, from, inbox)) {
      await loadRows(reader, schema, factsOf(batch.told), rows)
      fold(projection, rows, batch.told)
      events += batch.told.length
      through = batch.through
      if (events >= stretch && !(await handOver())) return { outcome: 'overtaken', position: from }
    }
    const stored = (await handOver()) && (await writing)
    return { outcome: stored ? 'ended' : 'overtaken', position: through }
  } finally {
    // Whatever state it is in, it is not worth finding out.
    reader.release(true)
    await writing.catch(() => {})
  }
}

const factsOf = (told: readonly Told[]) =>
  told.flatMap((item) => ('fact' in item && item.fact !== undefined ? [item.fact] : []))

function fold({ onChange }: Projection, rows: WorkingRows, told: readonly Told[]): void {
  for (const item of told) {
    const reason = applyOne(rows, item, onChange)
    if (reason !== undefined) throw new PoisonEvent(item.event, reason)
  }
}

/** @returns false when somebody else has moved the checkpoint: nothing was written */
async function write(
  { pool, schema }: Projection,
  rows: WorkingRows,
  from: Position,
  through: Position,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    if (!(await moveCheckpoint(client, schema, from, through))) return false
    await together([saveRows(client, schema, rows, true), raiseVersions(client, schema, rows.tenants)])
    return true
  })
}
