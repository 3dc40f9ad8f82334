import type { CaughtUp, Checkpoint, Position, Recorded } from '@forecourt/event-log/port.ts'

/** The largest batch: beyond it, statements only get longer and not faster. */
export const BATCH = 2_000
/** How long the projector waits for more events when there is less than a batch and nobody is waiting, in milliseconds. */
const GATHER = 15
/**
 * While events keep coming and nobody waits for them, batches are at least so far apart, in milliseconds: what a batch costs
 * by itself is as much as some twenty events, and nobody sees on a screen whether a colleague's change is older than that.
 */
export const APART = 200
/** After each look at the log, in milliseconds: else it is looked at for each commit, and who waits hardly waits longer. */
const REST = 5
/** How long somebody's wish is remembered, in milliseconds: as long as a query waits. */
const PATIENCE = 2_000
/** Batches that are read ahead of the one that is being written. */
const AHEAD = 2

/** A stretch of the log: its events, and the position up to which nothing else of ours lies. */
export interface Batch {
  readonly events: readonly Recorded[]
  readonly through: Position
}

/** Somebody waits for this position. */
interface Wish {
  readonly position: bigint
  /** When it was made, and for how long it is remembered. */
  readonly since: number
  readonly until: number
}

type Item = Recorded | Checkpoint | CaughtUp

/**
 * Between the log, which is read ahead, and the database, which takes batches. A lone event is held back for some
 * milliseconds, because a transaction for each event costs the writers a third of their speed, and for some more when the
 * last batch was a moment ago; when a query says that it waits for a position, nothing is held back.
 */
export class Inbox {
  #items: (Recorded | Checkpoint)[] = []
  #failure: { readonly error: unknown } | undefined
  #ended = false
  #wishes: readonly Wish[] = []
  #stirred = Promise.withResolvers<void>()
  /** Where the last item lies that has come. */
  #received = -1n
  /** When the log was last looked at, to its end. */
  #looked = Number.NEGATIVE_INFINITY
  #room = Promise.withResolvers<void>()
  #lastTaken = Number.NEGATIVE_INFINITY

  /** Takes items until the source ends or fails; stops reading while enough lies here. */
  async receive(source: AsyncIterable<Item>): Promise<void> {
    try {
      for await (const item of source) {
        if (item.kind === 'caughtUp') continue
        this.#items.push(item)
        const isAwaited = this.#wishes.some(({ position }) => position > this.#received && position <= item.position)
        this.#received = item.position
        if (this.#items.length === 1 || this.#items.length >= BATCH || isAwaited) this.#stir()
        while (this.#items.length >= AHEAD * BATCH && !this.#ended) {
          this.#room = Promise.withResolvers()
          await this.#room.promise
        }
        if (this.#ended) break
      }
    } catch (error) {
      this.#failure = { error }
    }
    this.#ended = true
    this.#stir()
  }

  /**
   * Somebody waits for this position: it goes as soon as it is here, and so does what is here already.
   * @returns whether it has not come yet, so that the log is to be looked at
   */
  hurry(position: bigint): boolean {
    const now = performance.now()
    // Each has its own time: one for a position that nobody ever writes would be kept up by the others for ever.
    const furtherOff = this.#wishes.filter((wish) => wish.until > now && wish.position > position)
    this.#wishes = [...furtherOff, { position, since: now, until: now + PATIENCE }]
    this.#stir()
    return position > this.#received
  }

  /**
   * Resolves when the log is to be looked at again, after a look that has brought all that was there: soon, or when the next
   * batch is due while events keep coming and nobody waits for one that has not come yet.
   */
  async rest(): Promise<void> {
    this.#looked = performance.now()
    const soonest = this.#looked + REST
    this.#stir()
    for (;;) {
      const isAwaited = this.#ended || this.#wishBeyond(this.#received) !== undefined
      const until = isAwaited ? soonest : Math.max(soonest, this.#lastTaken + APART)
      const left = until - performance.now()
      if (left <= 0) return
      await this.#stirring(left)
    }
  }

  /** Ends the waiting, here and in `receive`. */
  close(): void {
    this.#ended = true
    this.#stir()
    this.#room.resolve()
  }

  /**
   * The next batch, after position `from`. Undefined when the source has ended.
   * @throws what the source has thrown, once what came before has been taken
   */
  async take(from: Position): Promise<Batch | undefined> {
    while (this.#items.length === 0 && !this.#ended) await this.#stirring()
    const due = this.#lastTaken + APART
    const until = Math.max(performance.now(), due) + GATHER
    const isBusy = performance.now() < due + APART
    while (this.#items.length < BATCH && !this.#ended && !this.#isWanted(from)) {
      const left = until - performance.now()
      // A look that has ended since the batch is due has brought what readers had been told of by then.
      if (left <= 0 || (isBusy && this.#looked >= due)) break
      await this.#stirring(left)
    }
    this.#lastTaken = performance.now()
    const taken = this.#items.splice(0, BATCH)
    this.#room.resolve()
    const last = taken.at(-1)
    if (last !== undefined) {
      return { events: taken.filter((item) => item.kind === 'event'), through: last.position }
    }
    if (this.#failure !== undefined) throw this.#failure.error
    return undefined
  }

  /** Whether somebody waits for what has come; or for what did not come though the log was looked at for it. */
  #isWanted(from: Position): boolean {
    const wish = this.#wishBeyond(from)
    return wish !== undefined && (wish.position <= this.#received || this.#looked > wish.since)
  }

  /** The first thing beyond this position that somebody waits for. */
  #wishBeyond(from: bigint): Wish | undefined {
    const now = performance.now()
    const live = this.#wishes.filter(({ position, until }) => position > from && until > now)
    return live.toSorted((one, other) => (one.position < other.position ? -1 : 1))[0]
  }

  #stir(): void {
    this.#stirred.resolve()
    this.#stirred = Promise.withResolvers()
  }

  async #stirring(milliseconds?: number): Promise<void> {
    const stirred = this.#stirred.promise
    if (milliseconds === undefined) return await stirred
    const enough = Promise.withResolvers<void>()
    const timer = setTimeout(enough.resolve, milliseconds)
    await Promise.race([stirred, enough.promise])
    clearTimeout(timer)
  }
}
