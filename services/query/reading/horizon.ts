import { parsePosition } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Database } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { listen } from '../notifications.ts'
import { LIVE, movedChannel, wantedChannel } from '../projection/schema-name.ts'

/** How far the rows have come, for those who want to read their own writes (ARCHITECTURE section 5). */
export interface Horizon {
  /** True when the rows contain everything up to the position; false when they did not within two seconds. */
  reached(position: bigint | undefined): Promise<boolean>
  close(): Promise<void>
}

interface Options {
  readonly database: Database
  readonly connectionString: string
  readonly log: Log
  readonly schema?: string
  /** How long to wait, in milliseconds. */
  readonly patience?: number
}

/** A query waits so long for its projection, in milliseconds, then answers with what there is. */
export const PATIENCE = 2_000
/** Notifications only wake; this is how often a look is taken for all who wait, in milliseconds. */
const LOOK = 250
/** So many wait at once: each holds a connection of a browser. */
const WAITING_AT_MOST = 500
/**
 * Further than this no projection comes while somebody waits, be positions counted in events or in bytes of the log: who
 * says so has made it up, or need not wait to learn that the rows are old.
 */
const OUT_OF_REACH = 2n ** 28n

const CheckpointRow = z.object({ position: z.bigint() })

interface Waiter {
  readonly position: bigint
  readonly leave: (reached: boolean) => void
}

/**
 * Learns the projector's progress by its notifications. However many wait, one look and one wish are under way for all:
 * anybody may say that they have seen a position, and nobody else is to wait longer for it.
 */
export function createHorizon({
  database,
  connectionString,
  log,
  schema = LIVE,
  patience = PATIENCE,
}: Options): Horizon {
  let known = 0n
  const waiting = new Set<Waiter>()

  const come = (position: bigint): void => {
    known = position
    for (const { position: wanted, leave } of waiting) if (wanted <= known) leave(true)
  }
  const look = onceMoreForLatecomers(async () => {
    const row = await database.one(sql.type(CheckpointRow)`select position from checkpoint`)
    come(row.position)
  })
  /** Tells the projector that somebody waits, and how far. */
  const wish = onceMoreForLatecomers(async () => {
    const furthest = largest(waiting)
    if (furthest === undefined) return
    await database.query(sql.unsafe`select pg_notify(${wantedChannel(schema)}, ${String(furthest.position)})`)
  })
  const listener = listen({
    connectionString,
    channel: movedChannel(schema),
    log,
    onMessage: (payload) => come(parsePosition(payload) ?? known),
    // A server that died may have set the rows back by a moment: what was known before does not count any more.
    onLost: () => {
      known = 0n
    },
    onListening: () => {
      known = 0n
      look().catch((error: unknown) => log.warn({ error }, 'the checkpoint could not be read'))
    },
  })

  let looking: NodeJS.Timeout | undefined
  const lookAgain = (): void => {
    look().catch(() => {}) // the next look may succeed, and the patience has its end
  }

  /**
   * Lets somebody in, if need be instead of whoever waits for the furthest position: what was made up lies beyond all that
   * was written. False: that would be the newcomer.
   */
  const makeRoom = (position: bigint): boolean => {
    if (waiting.size < WAITING_AT_MOST) return true
    const furthest = largest(waiting)
    if (furthest === undefined || furthest.position <= position) return false
    furthest.leave(false)
    return true
  }

  const wait = (position: bigint): Promise<boolean> =>
    new Promise((resolve) => {
      const leave = (reached: boolean): void => {
        waiting.delete(waiter)
        clearTimeout(timeout)
        if (waiting.size === 0) {
          clearInterval(looking)
          looking = undefined
        }
        resolve(reached)
      }
      const waiter: Waiter = { position, leave }
      const timeout = setTimeout(() => leave(false), patience)
      waiting.add(waiter)
      looking ??= setInterval(lookAgain, LOOK)
      wish().catch(() => {}) // unheard, the projector comes a moment later
      lookAgain()
    })

  return {
    async reached(position) {
      if (position === undefined || position <= known) return true
      if (known > 0n && position - known > OUT_OF_REACH) return false
      return makeRoom(position) && (await wait(position))
    },
    async close() {
      for (const { leave } of waiting) leave(false)
      await listener.close()
    },
  }
}

function largest(waiting: Iterable<Waiter>): Waiter | undefined {
  let found: Waiter | undefined
  for (const waiter of waiting) if (found === undefined || waiter.position > found.position) found = waiter
  return found
}

/**
 * Has the work done once at a time: a call while it is under way has it done once more afterwards, together with all others
 * that come meanwhile, because what is under way may have begun too early to see what they are about.
 */
function onceMoreForLatecomers(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = (): Promise<void> => {
    underWay = work().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  return () => {
    if (underWay === undefined) return begin()
    next ??= underWay
      .catch(() => {})
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }
}
