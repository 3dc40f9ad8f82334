import type { Instant } from '@forecourt/domain/instant.ts'
import type { Appended } from '@forecourt/event-log/port.ts'
import type { Fold, Folding } from './fold.ts'

/**
 * Decisions on one stream that build on each other before the log has answered the first of them, so that they travel in
 * one append and a vehicle that everybody wants is not decided on once a commit. They stand on a copy: the fold itself
 * holds nothing but what is stored. When one of them is refused the log refuses those behind it, the copy is forgotten, and
 * each is decided again (`EventLog.canBuildAhead`).
 */
export interface Ahead<State, Fact> {
  /** As the stream will be when all that is under way is stored. */
  readonly state: State
  readonly revision: bigint
  /** Whether this command is under way. */
  has(commandId: string): boolean
  /** Resolves when nothing is under way any more. The caller has its turn, so nothing is added meanwhile. */
  settled(): Promise<void>
  /** Builds on these events of a command, which are on their way. `store` puts them into the fold as soon as the log has them. */
  add(
    command: { readonly commandId: string; readonly at: Instant },
    events: readonly Fact[],
    appending: Promise<Appended>,
    store: (appended: Appended) => void,
  ): void
}

export interface Aheads<State, Fact> {
  /** The stream's fold that something is under way on: it may be of a stream that is not there yet and is kept nowhere else. */
  foldOf(stream: string): Fold<State> | undefined
  /** What is under way on top of this fold; undefined when that is nothing. */
  of(fold: Fold<State>): Ahead<State, Fact> | undefined
  /** As `of`, but begins when nothing is under way; undefined when this fold cannot be copied, or is too large for it. */
  begin(fold: Fold<State>): Ahead<State, Fact> | undefined
}

/**
 * A state that holds more than this is not copied: it takes the process some milliseconds, each time that two decisions
 * meet. A vehicle has so many bookings after decades.
 */
const MOST_COPIED = 10_000

/** For the folds of one kind of stream. */
export function createAheads<State, Fact>(folding: Folding<State, Fact>): Aheads<State, Fact> {
  const all = new Map<string, Ahead<State, Fact> & { readonly fold: Fold<State> }>()

  function begin(fold: Fold<State>, state: State): Ahead<State, Fact> {
    const commands = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<void>()
    let { revision } = fold
    let underWay = 0
    const forget = () => {
      if (all.get(fold.stream) === ahead) all.delete(fold.stream)
    }
    async function see(appending: Promise<Appended>, store: (appended: Appended) => void): Promise<void> {
      try {
        // Before its writer hears of it, so that nothing is ever missing both here and in the fold.
        store(await appending)
      } catch {
        forget()
      }
      underWay -= 1
      if (underWay > 0) return
      forget()
      resolve()
    }
    const ahead = {
      fold,
      get state() {
        return state
      },
      get revision() {
        return revision
      },
      has: (commandId: string) => commands.has(commandId),
      settled: () => promise,
      add(
        { commandId, at }: { readonly commandId: string; readonly at: Instant },
        events: readonly Fact[],
        appending: Promise<Appended>,
        store: (appended: Appended) => void,
      ): void {
        for (const event of events) state = folding.evolve(state, event, at)
        revision += BigInt(events.length)
        commands.add(commandId)
        underWay += 1
        void see(appending, store)
      },
    }
    all.set(fold.stream, ahead)
    return ahead
  }

  function of(fold: Fold<State>): Ahead<State, Fact> | undefined {
    const known = all.get(fold.stream)
    return known?.fold === fold ? known : undefined
  }

  return {
    of,
    foldOf: (stream) => all.get(stream)?.fold,
    begin(fold) {
      const known = of(fold)
      if (known !== undefined || folding.copy === undefined) return known
      if ((folding.holds?.(fold.state) ?? 0) > MOST_COPIED) return undefined
      return begin(fold, folding.copy(fold.state))
    },
  }
}
