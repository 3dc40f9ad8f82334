import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import { LRUCache } from 'lru-cache'
import { type Aheads, createAheads } from './ahead.ts'
import { applyRecorded, emptyFold, type Fold, type Folding } from './fold.ts'
import type { Hearing } from './hearing.ts'

/** What a fold weighs that holds nothing yet, in the unit of {@link weightOf}. */
const EMPTY = 2

/**
 * The folds of one kind of stream, kept in memory (PERFORMANCE: writes, 2). What the rules decide on may be a moment old;
 * the expected revision of the append keeps it honest where it is of the stream that is written to. The follower brings what
 * other processes write.
 */
export interface Folds<State, Fact> {
  readonly folding: Folding<State, Fact>
  /** What is decided on them and not stored yet. */
  readonly aheads: Aheads<State, Fact>
  /** The stream's fold if it is in memory. */
  peek(stream: string): Fold<State> | undefined
  /** The stream's fold; read from the log when it is not in memory, and read on while this process hears of nothing. */
  load(stream: string): Promise<Fold<State>>
  /** Reads what the log has beyond the fold. True when there was anything. */
  refresh(fold: Fold<State>): Promise<boolean>
  /** Takes an event that another process, or this one, has written. */
  readonly absorb: (recorded: Recorded) => void
  /** Forgets the fold: nobody knows whether what was sent to the log is in it. */
  drop(stream: string): void
  /** Says that the fold has grown. */
  grown(fold: Fold<State>): void
}

/**
 * @param most what all folds of this kind may weigh together (see {@link weightOf}). The one that was used last is kept
 * whatever it weighs: a stream that has outgrown the bound would else be read anew for every command
 * @param hearing for kinds that others' streams are decided by: these have nothing but hearsay to go by
 */
export function createFolds<State, Fact>(
  log: EventLog,
  folding: Folding<State, Fact>,
  most: number,
  hearing?: Pick<Hearing, 'isInterrupted'>,
): Folds<State, Fact> {
  const cache = new LRUCache<string, Kept<State>>({
    maxSize: most,
    sizeCalculation: ({ weight }) => Math.min(weight, most),
  })
  /** What bounds the memory: the things that a fold holds, about half a kilobyte each. */
  const weightOf = ({ state, commands }: Fold<State>) => EMPTY + commands.size + (folding.holds?.(state) ?? 0)
  const aheads = createAheads(folding)
  const loading = new Map<string, Loading<State>>()

  async function refresh(fold: Fold<State>): Promise<boolean> {
    const before = fold.revision
    for await (const recorded of log.read(fold.stream, fold.revision + 1n)) {
      // The follower may have brought it meanwhile; a gap can only be the log's own fault.
      if (!applyRecorded(fold, folding, recorded)) throw new Error(`${fold.stream} has a gap at ${recorded.revision}`)
    }
    return fold.revision > before
  }

  async function readOn(fold: Fold<State>): Promise<Fold<State>> {
    const hasGrown = await refresh(fold)
    const kept = cache.peek(fold.stream)
    if (hasGrown && kept?.fold === fold) weighAgain(kept)
    return fold
  }

  function keep(fold: Fold<State>): void {
    // A stream that does not exist is not kept: whoever asks for made-up ids must not push out the others.
    if (fold.revision >= 0n) cache.set(fold.stream, { fold, weight: weightOf(fold) })
  }

  /** Weighing at every event would cost more than it tells: it is enough to notice that a fold has grown by a tenth. */
  function weighAgain(kept: Kept<State>): void {
    if (weightOf(kept.fold) > 1.1 * kept.weight) keep(kept.fold)
  }

  async function read(stream: string, load: { latest: bigint }): Promise<Fold<State>> {
    const fold = emptyFold(stream, folding)
    do {
      await refresh(fold)
      // An event that was written while we were reading came by the follower, who found no fold to put it in.
    } while (load.latest > fold.revision)
    keep(fold)
    return fold
  }

  return {
    folding,
    aheads,
    refresh,
    peek: (stream) => cache.peek(stream)?.fold,

    load(stream) {
      const inMemory = cache.get(stream)?.fold ?? aheads.foldOf(stream)
      const isDeaf = hearing?.isInterrupted === true
      if (inMemory !== undefined) return isDeaf ? readOn(inMemory) : Promise.resolve(inMemory)
      const underWay = loading.get(stream)
      // It may have been asked for before something that whoever comes now has been told of.
      if (underWay !== undefined) return isDeaf ? underWay.fold.then(readOn) : underWay.fold
      const load = { latest: -1n }
      const fold = read(stream, load).finally(() => loading.delete(stream))
      loading.set(stream, Object.assign(load, { fold }))
      return fold
    },

    absorb(recorded) {
      const { stream, revision } = recorded
      const load = loading.get(stream)
      if (load !== undefined && revision > load.latest) load.latest = revision
      const kept = cache.peek(stream)
      if (kept === undefined || revision <= kept.fold.revision) return
      try {
        if (applyRecorded(kept.fold, folding, recorded)) weighAgain(kept)
        else cache.delete(stream)
      } catch (error) {
        cache.delete(stream)
        throw error
      }
    },

    drop(stream) {
      cache.delete(stream)
    },

    grown(fold) {
      const kept = cache.peek(fold.stream)
      if (kept?.fold === fold) {
        weighAgain(kept)
        return
      }
      // Forgotten while it was decided upon, and read again by somebody else: theirs has come further.
      if (kept !== undefined && kept.fold !== fold && kept.fold.revision >= fold.revision) return
      keep(fold)
    },
  }
}

interface Kept<State> {
  readonly fold: Fold<State>
  /** As it was weighed last. */
  readonly weight: number
}

interface Loading<State> {
  readonly fold: Promise<Fold<State>>
  /** Highest revision that the follower has brought while the stream is being read. */
  latest: bigint
}
