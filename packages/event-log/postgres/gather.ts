import { setTimeout as pause, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { type Appended, Unavailable } from '../port.ts'
import type { Append, Outcome } from './append-many.ts'
import { PATIENCE } from './lost-connection.ts'

/** Most appends that travel in one call. */
export const BATCH_LIMIT = 64

/** Sends appends as one call and one commit; gives one outcome for each, or rejects as a whole. It never throws by itself. */
export type Send = (appends: readonly Append[]) => Promise<readonly Outcome[]>

export interface Gatherer {
  append(append: Omit<Append, 'doubt'>): Promise<Appended>
  /** Takes no more; resolves when all that was taken has its outcome. */
  close(): Promise<void>
}

interface Waiting {
  append: Append
  readonly since: number
  /** Its batch failed as a whole: it goes by itself, so that it cannot fail others or be failed by them. */
  alone: boolean
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: unknown) => void
}

/** A batch on its way. */
interface Sent {
  readonly batch: Waiting[]
  readonly outcomes: Promise<readonly Outcome[]>
}

/**
 * Group commit. An append holds the head's lock until its commit is on disk, so one append a commit is the ceiling, unless
 * those that wait go together. One batch is in flight and the next gathers meanwhile: two in flight measured slower. No
 * timer: an append that is alone goes at once, with whatever else arrives in the same turn of the event loop. What has
 * gathered goes before anybody hears of the batch before it: else the server has nothing to do while this process answers
 * them, which was a tenth of all appends with 32 in line. Who is in no hurry takes the lock less often.
 * @param limit most appends in a batch; 1 sends each by itself
 * @param gatherMs for so long each batch waits for company, in milliseconds
 */
export function createGatherer(send: Send, limit: number = BATCH_LIMIT, gatherMs = 0): Gatherer {
  let queue: Waiting[] = []
  let working: Promise<void> | undefined
  let closed = false
  /** What was refused in this turn of the event loop, as in {@link refuse}: whoever it concerns may not have heard yet. */
  const justMissed = new Map<string, bigint>()

  async function work(): Promise<void> {
    await (gatherMs === 0 ? turnOfTheLoop() : pause(gatherMs))
    for (let sent = sendNext(); sent !== undefined; sent = sendNext()) {
      const tell = await settle(sent)
      if (gatherMs === 0) {
        // After the microtasks by which the next batch gets onto the connection.
        process.nextTick(tell)
      } else {
        tell()
        await pause(gatherMs)
      }
    }
    // Nothing is awaited between the last look at the queue and this: no append can slip in between and stay behind.
    working = undefined
  }

  function sendNext(): Sent | undefined {
    if (queue.length === 0) return undefined
    const batch = take()
    return { batch, outcomes: send(batch.map(({ append }) => append)) }
  }

  /** The next batch: as many as fit, up to one that carries events which the batch holds already. */
  function take(): Waiting[] {
    const ids = new Set<string>()
    let size = 0
    for (const { append, alone } of queue) {
      const full = size === limit || (alone && size > 0) || append.events.some(({ id }) => ids.has(id))
      if (full) break
      for (const { id } of append.events) ids.add(id)
      size += 1
      if (alone) break
    }
    return queue.splice(0, size)
  }

  /**
   * Learns what became of a batch. With a refusal in it everybody hears at once, in the order of the appends: what builds on
   * it is marked, and those behind it find in memory what was stored before it.
   * @returns tells all of a batch that was stored as a whole
   */
  async function settle({ batch, outcomes: sent }: Sent): Promise<() => void> {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await sent
    } catch (error) {
      if (error instanceof Unavailable) giveUp(batch, error)
      else if (batch.length > 1) queue = [...batch.map((waiting) => ({ ...waiting, alone: true })), ...queue]
      else refuse(batch, error)
      return () => {}
    }
    const tell = () => {
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index]
        if (isStored(outcome)) waiting.resolve(outcome)
        else refuse([waiting], outcome ?? new Error('the log gave no outcome for an append'))
      }
    }
    if (batch.every((_waiting, index) => isStored(outcomes[index]))) return tell
    tell()
    return () => {}
  }

  /**
   * Whatever still waits was handed in before its caller could know of this refusal, so it may have been decided on what
   * the refused append was going to leave behind: from there on it must not match by luck. The same goes for what is
   * handed in before this turn of the event loop is over.
   */
  function refuse(batch: readonly Waiting[], error: unknown): void {
    if (justMissed.size === 0) setImmediate(() => justMissed.clear())
    for (const { append, reject } of batch) {
      const missed = revisionAfter(append)
      const before = justMissed.get(append.stream)
      if (before === undefined || before > missed) justMissed.set(append.stream, missed)
      for (const waiting of queue) {
        const { stream, doubt } = waiting.append
        if (stream !== append.stream || (doubt !== null && doubt <= missed)) continue
        waiting.append = { ...waiting.append, doubt: missed }
      }
      reject(error)
    }
  }

  /** The log is away: what has waited as long as the batch was tried is told so, too, rather than tried in its turn. */
  function giveUp(batch: readonly Waiting[], error: Unavailable): void {
    const now = performance.now()
    const tired = queue.filter(({ since }) => now - since > PATIENCE)
    queue = queue.filter((waiting) => !tired.includes(waiting))
    refuse([...batch, ...tired], error)
  }

  return {
    async append(append) {
      if (closed) throw new Unavailable('it was closed')
      return await new Promise<Appended>((resolve, reject) => {
        const doubt = justMissed.get(append.stream) ?? null
        queue.push({ append: { ...append, doubt }, since: performance.now(), alone: false, resolve, reject })
        working ??= work()
      })
    },
    async close() {
      closed = true
      await working
      // Whoever was in the last batch hears in this turn.
      await turnOfTheLoop()
    },
  }
}

const isStored = (outcome: Outcome | undefined): outcome is Appended =>
  outcome !== undefined && !(outcome instanceof Error)

/** The revision at which the append would have left its stream; 0 when it did not say where it starts. */
function revisionAfter({ expected, events }: Append): bigint {
  if (expected === 'any' || expected === 'exists') return 0n
  return (expected === 'noStream' ? -1n : expected) + BigInt(events.length)
}
