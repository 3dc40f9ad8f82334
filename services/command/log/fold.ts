import type { Position, Recorded } from '@forecourt/event-log/port.ts'

/** A command that has happened already: its answer can be given again. */
export interface PastCommand {
  /** Keyed hash of what was asked for: the same key with another body is an error (decisions: bookings). */
  readonly digest: string
  /** Revisions of its first and last event. */
  readonly first: bigint
  readonly last: bigint
}

/** A stream's events folded into what its rules need, as far as this process has read it. */
export interface Fold<State> {
  readonly stream: string
  state: State
  /** Revision of the last event that is folded in; -1 when there is none. */
  revision: bigint
  /** Where that event is in the whole log. */
  position: Position | undefined
  /** Commands that came with an idempotency key, by command id. */
  readonly commands: Map<string, PastCommand>
}

/** How one kind of stream is folded. */
export interface Folding<State, Fact> {
  initial(): State
  /** @param at when it happened, as ISO text in UTC */
  evolve(state: State, fact: Fact, at: string | undefined): State
  /** A state that stays as it is while this one is changed in place. Without it nothing is decided ahead (see `ahead.ts`). */
  copy?(state: State): State
  /** How many things a state holds, when it grows with its stream: so many bookings. */
  holds?(state: State): number
  /**
   * What an event of the log tells the rules; undefined for one that this version does not know.
   * @throws when its payload is not what its type says
   */
  read(recorded: Recorded): Fact | undefined
}

export function emptyFold<State>(stream: string, folding: { initial(): State }): Fold<State> {
  return { stream, state: folding.initial(), revision: -1n, position: undefined, commands: new Map() }
}

/** Folds in the event when it is the next one. False: events in between are missing. */
export function applyRecorded<State, Fact>(
  fold: Fold<State>,
  folding: Folding<State, Fact>,
  recorded: Recorded,
): boolean {
  if (recorded.revision <= fold.revision) return true
  if (recorded.revision > fold.revision + 1n) return false
  const fact = folding.read(recorded)
  if (fact !== undefined) fold.state = folding.evolve(fold.state, fact, recorded.metadata.occurredAt)
  fold.revision = recorded.revision
  fold.position = recorded.position
  const { commandId, commandDigest } = recorded.metadata
  // Without a digest nobody can ask for this command again.
  if (commandId && commandDigest) {
    rememberCommand(fold, commandId, commandDigest, recorded.revision)
  }
  return true
}

/** Notes that an event of this command is in the stream. */
export function rememberCommand(fold: Fold<unknown>, commandId: string, digest: string, revision: bigint): void {
  const first = fold.commands.get(commandId)?.first ?? revision
  fold.commands.set(commandId, { digest, first, last: revision })
}
