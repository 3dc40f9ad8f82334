import { EVERYTHING, type EventLog, type Position, type Recorded } from '@forecourt/event-log/port.ts'
import { DatabaseError } from 'pg'
import { isAboutValues, PoisonEvent, type Projection } from './apply-batch.ts'
import { holdCheckpoint, readCheckpoint } from './checkpoint.ts'
import { completeReadModel, isComplete } from './complete.ts'
import { fillBare } from './fill-bare.ts'
import { fillByTenant } from './fill-by-tenant.ts'
import { Inbox } from './inbox.ts'
import {
  isRolledBack,
  leaveIfShowingErased,
  nextOf,
  noteWhy,
  previousOf,
  type SetAside,
  whileBuilding,
} from './kept-models.ts'
import { type Outcome, projectBatches } from './project-batches.ts'
import { createBareReadModel, createReadModel, dropReadModel, MODEL } from './schema.ts'
import { ALL_CHANGED, changedChannel, movedChannel, schemaName } from './schema-name.ts'
import { dropLeftScratch, leave } from './scratch-models.ts'
import { START } from './start.ts'
import { inTransaction } from './transaction.ts'

interface RebuildOptions extends Omit<Projection, 'onPoison' | 'bare'> {
  readonly eventLog: EventLog
  /** Up to where (inclusive); the present end of the log when absent. */
  readonly through?: Position
  /** From which position on a log is worth sorting; a shorter one fits into memory in any order. */
  readonly worthSorting?: bigint
}

/**
 * Makes the schema's read model anew from the log, beside the live one: whatever was in that schema is dropped first.
 * Returns the position that its rows have come to.
 * @throws {PoisonEvent} an event cannot be projected; a rebuild never leaves something out
 */
export async function rebuild(options: RebuildOptions): Promise<Position> {
  const position = await fill(options)
  await completeReadModel(options.pool, options.schema, options.log)
  return position
}

/** As {@link rebuild}, but leaves it bare: it is not to be asked yet. */
async function fill(options: RebuildOptions): Promise<Position> {
  await dropReadModel(options.pool, options.schema)
  await createBareReadModel(options.pool, options.schema)
  return await catchUp(options, START)
}

/** Projects all that the log has after the position into a read model that nobody else writes. */
async function catchUp(options: RebuildOptions, from: Position): Promise<Position> {
  const projection = { ...options, onPoison: 'stop' } as const
  if (await isComplete(options.pool, options.schema)) return await batchByBatch(projection, from, false)
  const begun = from === START ? await tenantByTenant(projection) : from
  try {
    return await throughInbox(options, begun, (inbox) => fillBare(projection, begun, inbox))
  } catch (error) {
    if (!isAboutValues(error)) throw error
    // Which event has them, only batches find out that are halved until it is alone.
    const reached = await readCheckpoint(options.pool, options.schema)
    return await batchByBatch(projection, reached?.position ?? begun, true)
  }
}

const WORTH_SORTING = 20_000n

const IN_ITS_OWN_ORDER = 'the log cannot be read business by business: it is read from its beginning in its own order'

/**
 * The server has no room to sort the log: on its disk, in its memory or by its settings. The other code of that class, too
 * many connections, is about room as well, but for somebody who comes a moment later.
 */
const NO_ROOM = new Set<unknown>(['53100', '53200', '53400'])
const isAboutRoom = (error: unknown) => error instanceof DatabaseError && NO_ROOM.has(error.code)

/**
 * Fills a bare read model without rows tenant after tenant, where the log can be read so. What cannot be projected in that
 * order is left to the order of the log, which tells the first event that is to blame.
 * @returns up to where it is filled; the log's beginning when it is not
 */
async function tenantByTenant(options: RebuildOptions & Projection): Promise<Position> {
  const { pool, schema, eventLog, log } = options
  const { readByTenant } = eventLog
  const upTo = options.through ?? (await eventLog.head())
  if (readByTenant === undefined || upTo < (options.worthSorting ?? WORTH_SORTING)) return START
  try {
    const filled = await fillByTenant(options, { readByTenant }, upTo)
    if (filled === undefined) throw new Error(`somebody else writes to ${schema}`)
    return filled
  } catch (error) {
    if (!(error instanceof PoisonEvent) && !isAboutValues(error) && !isAboutRoom(error)) throw error
    log.warn({ step: 'rebuild', error }, IN_ITS_OWN_ORDER)
    await dropReadModel(pool, schema)
    await createBareReadModel(pool, schema)
    return START
  }
}

async function batchByBatch(projection: RebuildOptions & Projection, from: Position, bare: boolean): Promise<Position> {
  return await throughInbox(projection, from, (inbox) => projectBatches({ ...projection, bare }, from, inbox))
}

async function throughInbox(
  options: RebuildOptions,
  from: Position,
  projectAll: (inbox: Inbox) => Promise<Outcome>,
): Promise<Position> {
  const inbox = new Inbox()
  const filling = inbox.receive(eventsAfter(options, from))
  try {
    const { outcome, position } = await projectAll(inbox)
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
  return await alone(options, async (next) => {
    // Another projector may have built it since, and given the lock back just now.
    const live = await readCheckpoint(pool, schema)
    if (live?.model === MODEL) return live.position
    log.info({ step: 'rebuild' }, 'the read model has an older shape: building it anew beside the old one')
    // What a projector that was ended has left, or an operator has built beforehand, is gone on with.
    const { position } = await buildNext(options, next, { anew: false, swap: () => true })
    return position
  })
}

export interface RebuildBeside {
  /** Whether what an earlier rebuild has left unfinished is thrown away. */
  readonly anew: boolean
  /** Asked once all is built: whether it takes the place of the live read model. */
  readonly swap: () => boolean
  /**
   * The log as it is read for building, when that may be ended early. What is lacking still when the live read model is
   * replaced is read from the log itself: whoever is shown the rows must not see time go back.
   */
  readonly building?: EventLog
}

/**
 * Makes the read model anew beside the live one, which is asked and projected meanwhile, and puts it in its place. One that
 * was stopped before is gone on with. The old one stays beside the new as `…_previous`, see {@link rollBack}, until somebody
 * is erased.
 * @throws {PoisonEvent} an event cannot be projected; a rebuild never leaves something out
 * @throws {BeingBuilt} another rebuild is at it
 */
export async function rebuildBeside(options: RebuildOptions, how: RebuildBeside): Promise<Rebuilt> {
  return await alone(options, (next) => buildNext(options, next, how))
}

/**
 * Builds beside the live read model while nobody else does. Whoever was erased meanwhile is not left behind: one that is stopped
 * may not have come to that, and one that is set aside may never have been told.
 */
async function alone<Result>(
  { pool, schema, log }: RebuildOptions,
  build: (next: string) => Promise<Result>,
): Promise<Result> {
  const next = nextOf(schema)
  return await whileBuilding(pool, next, async () => {
    try {
      return await build(next)
    } finally {
      for (const beside of [next, previousOf(schema)]) {
        // A database that is lost by now does not hide why.
        await inTransaction(pool, (client) => leaveIfShowingErased(client, schema, beside)).catch((error: unknown) =>
          log.warn({ step: 'rebuild', error }, 'whether somebody who was erased is in an old read model is not known'),
        )
      }
      await inTransaction(pool, dropLeftScratch).catch((error: unknown) =>
        log.warn({ step: 'rebuild', error }, 'an old read model could not be thrown away'),
      )
    }
  })
}

interface Rebuilt {
  readonly position: Position
  readonly swapped: boolean
}

/**
 * As {@link rebuildBeside}, for whoever holds the lock. What is half built in another shape than ours is thrown away, and so is
 * what shows more than the log has: one in EventStoreDB may have been put back as it was earlier.
 */
async function buildNext(
  options: RebuildOptions,
  next: string,
  { anew, swap, building }: RebuildBeside,
): Promise<Rebuilt> {
  const found = anew ? undefined : await readCheckpoint(options.pool, next)
  const beside = { ...options, schema: next, eventLog: building ?? options.eventLog }
  const isOfUse = found?.model === MODEL && found.position <= (await options.eventLog.head())
  const position = isOfUse ? await catchUp(beside, found.position) : await fill(beside)
  if (!swap()) return { position, swapped: false }
  await completeReadModel(options.pool, next, options.log)
  return { position: await putInPlace(options, next, 'replaced'), swapped: true }
}

/**
 * Puts the read model back that was live before the last rebuild, once it has caught up; the one that is live now is kept in
 * its stead. `none`: there is none; `newer`: the one that is kept was made later, and an earlier rollback has put it aside;
 * `another-shape`: this version cannot read it; `beyond-log`: the log has been put back as it was earlier; `stopped`: `swap` has
 * said no.
 */
export async function rollBack(
  options: RebuildOptions,
  { swap, building = options.eventLog }: Omit<RebuildBeside, 'anew'>,
): Promise<Position | 'none' | 'newer' | 'another-shape' | 'beyond-log' | 'stopped'> {
  const previous = previousOf(options.schema)
  const found = await readCheckpoint(options.pool, previous)
  if (found === undefined) return 'none'
  if (await isRolledBack(options.pool, previous)) return 'newer'
  if (found.model !== MODEL) return 'another-shape'
  // EventStoreDB's own events, which come last in an idle log, are read by whoever projects, and are not the head of ours.
  const live = await readCheckpoint(options.pool, options.schema)
  const end = [await options.eventLog.head(), live?.position ?? START].reduce((a, b) => (a > b ? a : b))
  if (found.position > end) return 'beyond-log'
  await catchUp({ ...options, schema: previous, eventLog: building }, found.position)
  return swap() ? await putInPlace(options, previous, 'rolled-back') : 'stopped'
}

/**
 * Puts one read model in the place of the live one, in one transaction, with the rows that the live one has by then: nobody
 * sees time go back. The live one is kept as `…_previous`, with why.
 */
async function putInPlace(options: RebuildOptions, candidate: string, why: SetAside): Promise<Position> {
  const { pool, schema } = options
  const live = schemaName(schema)
  const previous = previousOf(live)
  return await inTransaction(pool, async (client) => {
    const reached = await holdCheckpoint(client, live)
    const found = await readCheckpoint(pool, candidate)
    if (found === undefined) throw new Error(`${candidate} has no checkpoint`)
    const position =
      found.position < reached
        ? await catchUp({ ...options, schema: candidate, through: reached }, found.position)
        : found.position
    if (candidate !== previous) await leave(client, previous)
    // A batch of the projector that waits for this transaction knows the table by what it is and not by its name: a row
    // that is gone tells it that it was overtaken, so that it does not write on into rows that are others by then.
    await client.query(`
      create temporary table held on commit drop as select * from ${live}.checkpoint;
      delete from ${live}.checkpoint;
      insert into ${live}.checkpoint select * from held;
      alter schema ${live} rename to ${live}_leaving;
      alter schema ${schemaName(candidate)} rename to ${live};
      alter schema ${live}_leaving rename to ${previous};
    `)
    await noteWhy(client, previous, why)
    await client.query('select pg_notify($1, $2), pg_notify($3, $4)', [
      movedChannel(live),
      String(position),
      changedChannel(live),
      ALL_CHANGED,
    ])
    return position
  })
}
