import type { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import { type Filter, type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Core } from '../log/core.ts'
import { takeOut } from './vehicles.ts'

export interface RemovalDeps {
  readonly core: Core
  readonly pool: Connection
}

const SCHEDULES: Filter = { prefixes: ['rent.schedule-'] }
const READER = 'removals'
/** Events between two notes of how far the log was looked through. */
const STRETCH = 5_000

/**
 * Brings removals to their end that stopped half-way: vehicles whose schedule is closed leave the fleet, where they would
 * else be shown as available for ever and refused to everybody. The log is looked through once; from then on only what it
 * has got since. What fails is tried again next time, and keeps nothing else from being done.
 */
export async function finishRemovals(
  { core, pool }: RemovalDeps,
  now: () => Date,
  say: Log,
  signal?: AbortSignal,
): Promise<void> {
  try {
    let position: Position | undefined
    let isDone = true
    let read = 0
    for await (const recorded of core.log.readAll(await lookedThroughTo(pool), SCHEDULES)) {
      // A log that is looked through for the first time may be long.
      if (signal?.aborted === true) break
      if (recorded.type === 'ScheduleClosed') isDone = (await finish(core, now, say, recorded)) && isDone
      // What has failed must be met again.
      if (!isDone) continue
      position = recorded.position
      read += 1
      if (read % STRETCH === 0) await note(pool, position)
    }
    if (position !== undefined) await note(pool, position)
  } catch (error) {
    say.warn({ error }, 'the log could not be looked through for removals that were begun')
  }
}

/** @returns false when it has to be tried again */
async function finish(core: Core, now: () => Date, say: Log, recorded: Recorded): Promise<boolean> {
  try {
    const fact = decode(recorded)
    if (fact.kind !== 'fact' || fact.type !== 'ScheduleClosed') return true
    const { businessId, vehicleId } = fact.data
    if (await isGone(core, vehicleId)) return true
    const done = await takeOut(core, { actor: { kind: 'system' }, now }, businessId, vehicleId, REASON)
    say.info({ code: done.ok ? 'removed' : done.refusal.code }, 'a removal was brought to its end')
    return true
  } catch (error) {
    say.error({ stream: recorded.stream, error }, 'a removal that was begun could not be brought to its end')
    return false
  }
}

const REASON = 'its removal was begun before'

async function isGone(core: Core, vehicleId: VehicleId): Promise<boolean> {
  return (await core.vehicles.load(vehicleStream(vehicleId))).state?.removed === true
}

async function lookedThroughTo(database: Connection): Promise<Position | 'start'> {
  const { rows } = await database.query<{ position: string }>(
    'select position::text from reactions.checkpoint where reactor = $1',
    [READER],
  )
  return parsePosition(rows[0]?.position ?? '') ?? 'start'
}

/** Another process may be further on already. */
async function note(database: Connection, position: Position): Promise<void> {
  await database.query(
    `insert into reactions.checkpoint as c (reactor, position) values ($1, $2::numeric)
     on conflict (reactor) do update set position = greatest(c.position, excluded.position)`,
    [READER, String(position)],
  )
}
