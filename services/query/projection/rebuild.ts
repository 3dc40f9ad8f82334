import { EVERYTHING, type EventLog, type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Pool } from 'pg'
import type { Projection } from './apply-batch.ts'
import { readCheckpoint } from './checkpoint.ts'
import { Inbox } from './inbox.ts'
import { projectBatches } from './project-batches.ts'
import { createReadModel, dropReadModel, MODEL } from './schema.ts'
import { schemaName } from './schema-name.ts'

interface RebuildOptions extends Omit<Projection, 'onPoison'> {
  readonly eventLog: EventLog
  /** Up to where (inclusive); the present end of the log when absent. */
  readonly through?: Position
}

/**
 * Makes the schema's read model anew from the log, beside the live one: whatever was in that schema is dropped first.
 * Returns the position that its rows have come to.
 * @throws {PoisonEvent} an event cannot be projected; a rebuild never leaves something out
 */
export async function rebuild(options: RebuildOptions): Promise<Position> {
  await dropReadModel(options.pool, options.schema)
  await createReadModel(options.pool, options.schema)
  return await catchUp(options, START)
}

/** Projects all that the log has after the position into a read model that nobody else writes. */
async function catchUp(options: RebuildOptions, from: Position): Promise<Position> {
  const inbox = new Inbox()
  const filling = inbox.receive(eventsAfter(options, from))
  try {
    const { outcome, position } = await projectBatches({ ...options, onPoison: 'stop' }, from, inbox)
    if (outcome === 'overtaken') throw new Error(`somebody else writes to ${options.schema}`)
    return position
  } finally {
    inbox.close()
    await filling
  }
}

async function* eventsAfter({ eventLog, through }: RebuildOptions, from: Position): AsyncGenerator<Recorded> {
  for await (const event of eventLog.readAll(from === START ? 'start' : from, EVERYTHING)) {
    if (through !== undefined && event.position > through) return
    yield event
  }
}

/** How far the live read model has come; made when it is not there, and made anew when it has another shape than ours. */
export async function ensureReadModel(options: RebuildOptions): Promise<Position> {
  const { pool, schema, log } = options
  const found = await readCheckpoint(pool, schema)
  if (found === undefined) {
    await createReadModel(pool, schema)
    return START
  }
  if (found.model === MODEL) return found.position
  if (found.model > MODEL) throw new Error(`${schema} has shape ${found.model}, this version knows ${MODEL}`)
  log.info({ step: 'rebuild' }, 'the read model has an older shape: building it anew beside the old one')
  const next = `${schema}_next`
  await rebuild({ ...options, schema: next })
  return await swapIn(pool, schema, next)
}

/** Puts one read model in the place of another, in one transaction. The old one stays beside it as `…_previous`. */
async function swapIn(pool: Pool, live: string, next: string): Promise<Position> {
  const previous = `${schemaName(live)}_previous`
  await dropReadModel(pool, previous)
  await pool.query(`
    alter schema ${live} rename to ${previous};
    alter schema ${schemaName(next)} rename to ${live};
  `)
  const checkpoint = await readCheckpoint(pool, live)
  if (checkpoint === undefined) throw new Error(`${live} has no checkpoint`)
  return checkpoint.position
}

const START = startOfLog()

function startOfLog(): Position {
  const position = parsePosition('0')
  if (position === undefined) throw new Error('0 is the position before every other')
  return position
}
