import type { Recorded } from '@forecourt/event-log/port.ts'
import type { History, Request } from '../history.ts'
import { isAcknowledged, stepsOf } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'

/** When somebody was first told of what is at a place in the log, by the runner's clock. */
export type Told = ReadonlyMap<bigint, number>

/**
 * When the senders of commands were told that these are done. From then on everybody must be answered by it, however busy the
 * database is.
 */
export function toldIn({ history, log }: Pick<Evidence, 'history' | 'log'>): Told {
  const commands = stepsOf(history)
  return new Map(
    log.flatMap(({ position, metadata }) => {
      const answers = commands.get(metadata.commandId ?? '')?.sendings.filter(isAcknowledged) ?? []
      return answers.length === 0 ? [] : [[position, Math.min(...answers.map(({ endedAt }) => endedAt))] as const]
    }),
  )
}

/**
 * What was appended may be seen by others only so much later, while the database is held up; in milliseconds. It must be seen by
 * whoever asks after somebody was told of it.
 */
export const SEEN_LATE = 10_000

/** How something was from a place in the log on. */
export interface Turn {
  /** When that was appended. */
  readonly at: number
  /** The place; undefined for how it was before anything was said of it. */
  readonly position: bigint | undefined
}

/** By when everybody has heard of something that was appended. */
export function knownBy({ at, position }: Turn, told: Told): number {
  const since = position === undefined ? undefined : told.get(position)
  return since === undefined ? at + SEEN_LATE : Math.min(at + SEEN_LATE, since)
}

/**
 * How something was at some time of the request, as far as anybody may have seen.
 * @param turns in the order of the log
 */
export function during<Of extends Turn>(
  turns: readonly Of[],
  { startedAt, endedAt }: Pick<Request, 'startedAt' | 'endedAt'>,
  told: Told,
): Of[] {
  let overBy = Number.POSITIVE_INFINITY
  return turns
    .toReversed()
    .filter((turn) => {
      const isOver = startedAt > overBy
      overBy = Math.min(overBy, knownBy(turn, told))
      return turn.at <= endedAt + CLOCKS_APART && !isOver
    })
    .toReversed()
}

/**
 * What a process has heard of vehicles and businesses may be so old when it goes by it, in milliseconds: a look at the log of a
 * second, and two and a half seconds in which it trusts it. From then on it looks for itself, however still the line has become.
 */
export const HEARD_LATE = 3_500

/** Events of one kind as turns of what they are about, by its id; each begins with how it was at first. */
export function turnsOf<Data, Of extends object>(
  log: readonly Recorded[],
  { type, data: schema }: { readonly type: string; readonly data: { parse(value: unknown): Data } },
  turnOf: (data: Data) => readonly [id: string, turn: Of],
  atFirst: Of,
): (id: string) => readonly (Turn & Of)[] {
  const turns = log
    .filter((event) => event.type === type)
    .map(({ data, position, recordedAt }) => {
      const [id, turn] = turnOf(schema.parse(JSON.parse(data)))
      return { id, turn: { ...turn, position, at: recordedAt.getTime() } }
    })
  const byId = Map.groupBy(turns, ({ id }) => id)
  return (id) => [{ ...atFirst, position: undefined, at: 0 }, ...(byId.get(id) ?? []).map(({ turn }) => turn)]
}

/** An event of the log, as far as it tells when it was decided. */
export interface Decided {
  readonly position: bigint
  readonly recordedAt: Date
  readonly metadata: { readonly commandId?: string | undefined }
}

/**
 * The earliest time of which what was known may have decided an event: not before its command was sent for the first time, and
 * what was known then may have been as old as anybody may go by. What no command of the run led to was decided at most
 * {@link SEEN_LATE} before it was appended.
 */
export function decidedFrom(history: History): (event: Decided) => number {
  const commands = stepsOf(history)
  return ({ metadata, recordedAt }) => {
    const first = commands.get(metadata.commandId ?? '')?.sendings[0]
    return first === undefined ? recordedAt.getTime() - SEEN_LATE : first.startedAt - HEARD_LATE - CLOCKS_APART
  }
}

/**
 * How something may have been known to be from a time on. What nobody was told of need not have been known: the database may
 * have held it back for long after it was appended.
 * @param turns in the order of the log, up to the last one that counts
 */
export function heardOf<Of extends Turn>(turns: readonly Of[], from: number, told: Told): readonly Of[] {
  const toldAt = ({ at, position }: Turn) =>
    position === undefined ? at : (told.get(position) ?? Number.POSITIVE_INFINITY)
  const known = turns.findLastIndex((turn) => toldAt(turn) < from)
  return turns.slice(Math.max(0, known))
}
