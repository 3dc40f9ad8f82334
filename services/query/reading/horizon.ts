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
const PATIENCE = 2_000
/** Notifications only wake; this is how often somebody who waits looks for themselves, in milliseconds. */
const LOOK = 250
/** More than so many do not wait: a made-up position must not pile up connections. */
const WAITING_AT_MOST = 500

const CheckpointRow = z.object({ position: z.bigint() })

/** Learns the projector's progress by its notifications. */
export function createHorizon({
  database,
  connectionString,
  log,
  schema = LIVE,
  patience = PATIENCE,
}: Options): Horizon {
  let known = 0n
  const waiting = new Set<() => void>()

  const come = (position: bigint): void => {
    known = position
    for (const wake of waiting) wake()
  }
  const look = async (): Promise<void> => {
    const row = await database.one(sql.type(CheckpointRow)`select position from checkpoint`)
    come(row.position)
  }
  const listener = listen({
    connectionString,
    channel: movedChannel(schema),
    log,
    onMessage: (payload) => come(parsePosition(payload) ?? known),
    // A server that died may have set the rows back by a moment: what was known before does not count any more.
    onListening: () => {
      known = 0n
      look().catch((error: unknown) => log.warn({ error }, 'the checkpoint could not be read'))
    },
  })

  const want = async (position: bigint): Promise<void> => {
    await database.query(sql.unsafe`select pg_notify(${wantedChannel(schema)}, ${String(position)})`)
  }

  return {
    async reached(position) {
      if (position === undefined || position <= known) return true
      if (waiting.size >= WAITING_AT_MOST) return false
      const done = Promise.withResolvers<void>()
      const wake = (): void => {
        if (position <= known) done.resolve()
      }
      const timeout = setTimeout(() => done.resolve(), patience)
      const looking = setInterval(() => {
        look().catch(() => {}) // the next look may succeed, and the patience has its end
      }, LOOK)
      waiting.add(wake)
      try {
        await Promise.all([want(position), look()]).catch(() => {}) // likewise
        wake()
        await done.promise
      } finally {
        waiting.delete(wake)
        clearTimeout(timeout)
        clearInterval(looking)
      }
      return position <= known
    },
    close: () => listener.close(),
  }
}
