import type { Request } from '../history.ts'
import { commandsOf, isAcknowledged } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'

/** When somebody was first told of what is at a place in the log, by the runner's clock. */
export type Told = ReadonlyMap<bigint, number>

/**
 * When the senders of commands were told that these are done. From then on everybody must be answered by it, however busy the
 * database is.
 */
export function toldIn({ history, log }: Pick<Evidence, 'history' | 'log'>): Told {
  const commands = commandsOf(history)
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
