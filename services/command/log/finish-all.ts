import { type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Core } from './core.ts'

export interface FinishDeps {
  readonly core: Core
  readonly pool: Connection
}

/** A kind of work that takes several steps and may have stopped between two of them. */
interface Begun {
  /** What it is called in the log's lines; under this name `reactions.checkpoint` has how far the log was looked through. */
  readonly reader: string
  readonly prefix: string
  /** Of the events by which it begins. */
  readonly type: string
  /** @returns the code of what came of it; undefined when there was nothing left to do */
  readonly finish: (recorded: Recorded) => Promise<string | undefined>
}

/** Events between two notes of how far the log was looked through. */
const STRETCH = 5_000

/**
 * Brings to its end what was begun: looks through the log once, and from then on only through what it has got since. What
 * fails is tried again next time, and keeps nothing else from being done. Does not reject.
 */
export async function finishAll(deps: FinishDeps, begun: Begun, say: Log, signal?: AbortSignal): Promise<void> {
  try {
    await lookThrough(deps, begun, say, signal)
  } catch (error) {
    say.warn({ step: begun.reader, error }, 'the log could not be looked through for what was begun')
  }
}

async function lookThrough(
  { core, pool }: FinishDeps,
  begun: Begun,
  say: Log,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { reader, prefix, type } = begun
  let position: Position | undefined
  let isDone = true
  let read = 0
  const end = await core.log.head()
  for await (const recorded of core.log.readAll(await lookedThroughTo(pool, reader), { prefixes: [prefix] })) {
    // A log that is looked through for the first time may be long.
    if (signal?.aborted === true) break
    if (recorded.type === type) isDone = (await isFinished(begun, recorded, say)) && isDone
    if (!isDone) continue
    position = recorded.position
    read += 1
    if (read % STRETCH === 0) await note(pool, reader, position)
  }
  // What nobody wants to know of here was looked through as well: the next look begins behind it.
  if (isDone && signal?.aborted !== true && end > (position ?? 0n)) position = end
  if (position !== undefined) await note(pool, reader, position)
}

async function isFinished({ reader, finish }: Begun, recorded: Recorded, say: Log): Promise<boolean> {
  try {
    const code = await finish(recorded)
    if (code !== undefined) say.info({ step: reader, code }, 'what was begun was brought to its end')
    return true
  } catch (error) {
    const { stream } = recorded
    say.error({ step: reader, stream, error }, 'what was begun could not be brought to its end')
    return false
  }
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
