import type { Position, Recorded } from '@forecourt/event-log/port.ts'
import { NotOfItsType } from '@forecourt/event-log/postgres/binary-array.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { type ClientBase, DatabaseError, type Pool } from 'pg'
import { watchApprovedPeriods } from './alarm.ts'
import { historyOf } from './booking-history.ts'
import { moveCheckpoint } from './checkpoint.ts'
import type { ToldFact } from './facts.ts'
import { forgetKept } from './kept-models.ts'
import { countWaiting, park, parkedStreams } from './parked.ts'
import { project } from './project.ts'
import { movedChannel } from './schema-name.ts'
import { loadRows, saveRows } from './store.ts'
import { atOnce, inTransaction, together } from './transaction.ts'
import { raiseVersions } from './versions.ts'
import type { Change, WorkingRows } from './working-rows.ts'

/** An event as the projection can take it: a fact, nothing that changes a row, or something it cannot read. */
export type Told =
  | { readonly event: Recorded; readonly fact: ToldFact }
  | { readonly event: Recorded; readonly fact: undefined }
  | { readonly event: Recorded; readonly unreadable: string }

export interface Projection {
  readonly pool: Pool
  readonly schema: string
  /** Decodes events and opens what is sealed in them. */
  readonly tell: (events: readonly Recorded[]) => Promise<readonly Told[]>
  readonly log: Log
  /** What to do about an event that cannot be projected: set its stream aside, or stop (a rebuild does). */
  readonly onPoison: 'park' | 'stop'
  /** The read model is bare (see `createBareReadModel`): nobody watches, and nothing stands in the way of new rows. */
  readonly bare?: boolean
  /** Hears of each row that an event touches, before it is written; again when a batch is tried again. */
  readonly onChange?: OnChange
}

export type OnChange = (change: Change, event: Recorded) => void

/** A rebuild came to an event that it cannot project. */
export class PoisonEvent extends Error {
  override readonly name = 'PoisonEvent'
  readonly event: Recorded
  constructor(event: Recorded, reason: string) {
    super(`${event.type} at revision ${event.revision} of ${event.stream}: ${reason}`)
    this.event = event
  }
}

/**
 * Projects a batch's events: rows, versions and checkpoint in one transaction. `overtaken`: another runner has moved the
 * checkpoint, and nothing was written.
 * @throws {PoisonEvent} when `onPoison` is `stop`
 * @throws the database's error when it does not answer; the batch may be tried again
 */
export async function applyBatch(
  projection: Projection,
  from: Position,
  told: readonly Told[],
  through: Position,
): Promise<'applied' | 'overtaken'> {
  try {
    return await inTransaction(projection.pool, async (client) => {
      const { schema } = projection
      // The move goes first and locks: what is read behind it stays as it is until the commit.
      const [moved, stored] = await atOnce(client, () =>
        Promise.all([moveCheckpoint(client, schema, from, through), readStored(client, schema, told)]),
      )
      if (!moved) return 'overtaken'
      await atOnce(client, () =>
        together([
          write(client, projection, told, stored),
          client.query('select pg_notify($1, $2)', [movedChannel(schema), String(through)]),
        ]),
      )
      if (told.some(({ event }) => event.type === 'CustomerErased')) await forgetKept(client, schema)
      return 'applied'
    })
  } catch (error) {
    if (!isAboutValues(error)) throw error
    return await isolate(projection, from, told, through, error)
  }
}

/** What a batch builds on. */
interface Stored {
  readonly rows: WorkingRows
  /** The streams that wait. */
  readonly parked: ReadonlySet<string>
}

/** Reads what the facts are about: one round trip, and one more when figures follow. */
export async function readStored(client: ClientBase, schema: string, told: readonly Told[]): Promise<Stored> {
  const facts = told.flatMap((item) => ('fact' in item && item.fact !== undefined ? [item.fact] : []))
  const [parked, rows] = await Promise.all([parkedStreams(client, schema), loadRows(client, schema, facts)])
  return { rows, parked: new Set(parked.map(({ stream }) => stream)) }
}

/**
 * Folds the facts onto their rows and writes these, in one round trip. Streams that wait, or that begin to, are left out.
 * @param released whether these are older events than the last ones: rows change without a later event
 */
export async function write(
  client: ClientBase,
  projection: Projection,
  told: readonly Told[],
  stored: Stored,
  released = false,
): Promise<void> {
  const { schema, log, bare = false } = projection
  const { rows } = stored
  const parked = new Set(stored.parked)
  const waiting = new Map<string, number>()
  for (const item of told) {
    const { event } = item
    if (parked.has(event.stream)) {
      waiting.set(event.stream, (waiting.get(event.stream) ?? 0) + 1)
      continue
    }
    const reason = applyOne(rows, item, projection.onChange)
    if (reason === undefined) continue
    if (projection.onPoison === 'stop') throw new PoisonEvent(event, reason)
    await setAside(client, projection, event, reason)
    parked.add(event.stream)
  }
  await together([
    saveRows(client, schema, rows, bare ? 'history' : 'none'),
    raiseVersions(client, schema, rows.tenants, released),
    ...(bare ? [] : [watchApprovedPeriods(client, schema, rows.changed('bookings'), log)]),
    countWaiting(client, schema, waiting),
  ])
}

/** Undefined when the fact went onto its rows, else what is wrong with it. */
export function applyOne(rows: WorkingRows, told: Told, onChange?: OnChange): string | undefined {
  if ('unreadable' in told) return told.unreadable
  if (told.fact === undefined) return undefined
  try {
    // All of it, before any row takes something over: a fact that cannot be projected changes none.
    const changes = [...project(told.fact, rows), ...historyOf(told.fact, told.event)]
    rows.change(changes, told.event.position)
    if (onChange !== undefined) for (const change of changes) onChange(change, told.event)
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'it cannot be projected'
  }
}

async function setAside(client: ClientBase, projection: Projection, event: Recorded, reason: string): Promise<void> {
  await park(client, projection.schema, event, reason)
  projection.log.error(
    {
      correlationId: event.metadata.$correlationId,
      stream: event.stream,
      eventType: event.type,
      eventId: event.id,
      position: event.position,
      code: reason,
    },
    'an event could not be projected: its stream is parked',
  )
}

/** Postgres refused a value (class 22) or a combination of them (23), or would: sending it again cannot help. */
export function isAboutValues(error: unknown): error is DatabaseError | NotOfItsType {
  return error instanceof NotOfItsType || (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))
}

/** Some event of the batch has a value that Postgres does not take: halves the batch until it is found. */
async function isolate(
  projection: Projection,
  from: Position,
  told: readonly Told[],
  through: Position,
  error: DatabaseError | NotOfItsType,
): Promise<'applied' | 'overtaken'> {
  const [first, ...others] = told
  if (first === undefined) throw error
  if (others.length === 0) {
    const reason = `Postgres refuses its values (${error.code})`
    return await applyBatch(projection, from, [{ event: first.event, unreadable: reason }], through)
  }
  const middle = Math.ceil(told.length / 2)
  const half = told.slice(0, middle)
  const between = half.at(-1)?.event.position ?? through
  const outcome = await applyBatch(projection, from, half, between)
  return outcome === 'overtaken' ? outcome : await applyBatch(projection, between, told.slice(middle), through)
}
