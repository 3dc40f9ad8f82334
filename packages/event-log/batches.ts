import type { CaughtUp, Checkpoint, Position, Recorded } from './port.ts'

/** Events that are handled together, in the order of the log. */
export interface Batch {
  readonly events: readonly Recorded[]
  /** Everything up to here has been delivered once this batch is handled: what the reader's checkpoint may become. */
  readonly position: Position
}

/**
 * Gathers what `follow` delivers into batches: full ones while catching up, and small ones when live, after at most
 * `gatherMs` of waiting for company. A transaction per event is some thirty times slower than one per thousand.
 * @param size at most so many events a batch; asked for at each of them
 */
export async function* batches(
  source: AsyncIterable<Recorded | Checkpoint | CaughtUp>,
  { size = () => 1000, gatherMs = 5 }: { readonly size?: () => number; readonly gatherMs?: number } = {},
): AsyncGenerator<Batch> {
  const iterator = source[Symbol.asyncIterator]()
  let next = iterator.next()
  let events: Recorded[] = []
  let position: Position | undefined
  try {
    for (;;) {
      const result = position === undefined ? await next : await orNothing(next, gatherMs)
      if (result === undefined || events.length >= size()) {
        if (position !== undefined) yield { events, position }
        events = []
        position = undefined
        if (result === undefined) continue
      }
      if (result.done) break
      next = iterator.next()
      if (result.value.kind === 'event') events.push(result.value)
      if (result.value.kind !== 'caughtUp') position = result.value.position
    }
    if (position !== undefined) yield { events, position }
  } finally {
    // The pending read ends with the signal's abort, perhaps later: nobody waits for it any more.
    next.catch(() => undefined)
    iterator.return?.().catch(() => undefined)
  }
}

/** What the promise gives, or nothing when it has not settled within the time. Asked for each event: an abort would cost. */
async function orNothing<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  try {
    return await Promise.race([promise, enough])
  } finally {
    clearTimeout(timer)
  }
}
