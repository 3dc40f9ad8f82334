import { type Filter, type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import type { Core } from './core.ts'

export interface LookThroughDeps {
  readonly core: Core
  readonly pool: Connection
}

/** What somebody looks for in the log. */
interface Search {
  /** Under this name `reactions.checkpoint` has how far they have come. */
  readonly reader: string
  readonly filter: Filter
  /** @returns false when the event has to be met again */
  readonly meet: (recorded: Recorded) => Promise<boolean>
}

/** Events between two notes of how far the log was looked through. */
const STRETCH = 5_000

/**
 * Looks through the log once; from then on only through what it has got since. An event that has to be met again, next
 * time, keeps no other from being met.
 */
export async function lookThrough(
  { core, pool }: LookThroughDeps,
  { reader, filter, meet }: Search,
  signal?: AbortSignal,
): Promise<void> {
  let position: Position | undefined
  let isDone = true
  let read = 0
  for await (const recorded of core.log.readAll(await lookedThroughTo(pool, reader), filter)) {
    // A log that is looked through for the first time may be long.
    if (signal?.aborted === true) break
    isDone = (await meet(recorded)) && isDone
    if (!isDone) continue
    position = recorded.position
    read += 1
    if (read % STRETCH === 0) await note(pool, reader, position)
  }
  if (position !== undefined) await note(pool, reader, position)
}

async function lookedThroughTo(database: Connection, reader: string): Promise<Position | 'start'> {
  const { rows } = await database.query<{ position: string }>(
    'select position::text from reactions.checkpoint where reactor = $1',
    [reader],
  )
  return parsePosition(rows[0]?.position ?? '') ?? 'start'
}

/** Another process may be further on already. */
async function note(database: Connection, reader: string, position: Position): Promise<void> {
  await database.query(
    `insert into reactions.checkpoint as c (reactor, position) values ($1, $2::numeric)
     on conflict (reactor) do update set position = greatest(c.position, excluded.position)`,
    [reader, String(position)],
  )
}
