import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type pg from 'pg'
import { checkAppend } from '../check-append.ts'
import type { EventLog } from '../port.ts'
import { type Append, appendMany, type Outcome } from './append-many.ts'
import { createBell } from './bell.ts'
import { readByTenant } from './by-tenant.ts'
import { follow } from './follow.ts'
import { BATCH_LIMIT, createGatherer } from './gather.ts'
import { untilAnswered } from './lost-connection.ts'
import { createOneConnection } from './one-connection.ts'
import { pages } from './pages.ts'
import { createReader, FIRST_PAGE, PAGE } from './reader.ts'
import { createRing } from './ring.ts'

/**
 * Events that are given before the loop has a turn: a server sends no more of the next page than a socket holds until
 * somebody takes it in, and would then be waited for.
 */
const SLICE = 100

/** Nobody waits to read what is appended to these streams: when nothing else was, readers are told so far apart at least. */
export interface Unhurried {
  /** Of the streams' names. */
  readonly prefix: string
  /** In milliseconds. */
  readonly ringMs: number
}

export interface PostgresEventLogOptions {
  /** Of a migrated database, as its owner. */
  readonly connectionString: string
  /** False sends each append by itself: for comparison. */
  readonly gather?: boolean
  /** For so long appends wait for others to go along with; in milliseconds, none without it. */
  readonly gatherMs?: number
  /** See {@link Unhurried}. */
  readonly unhurried?: Unhurried | undefined
  /** Hears why a reader that follows was interrupted, before it tries again. */
  readonly onDrop?: (reason: unknown) => void
}

/**
 * The event log in Postgres tables (infra/migrations/001-log.sql). Nothing is connected until it is needed; connections
 * that are lost come back by themselves, and an append whose answer was lost is sent again before anybody hears of it.
 */
export function createPostgresEventLog({
  connectionString,
  gather = true,
  gatherMs = 0,
  unhurried,
  onDrop = () => {},
}: PostgresEventLogOptions): EventLog {
  const connection = createOneConnection(connectionString, 'forecourt log append', RINGS_BY_HAND)
  const ring = createRing((head) => connection.useIfOpen((client) => tell(client, head)))
  const gapAfter = (appends: readonly Append[]): number | undefined => {
    const mayWait = unhurried !== undefined && appends.every(({ stream }) => stream.startsWith(unhurried.prefix))
    return mayWait ? unhurried.ringMs : undefined
  }
  const gatherer = createGatherer(
    async (appends) => {
      const outcomes = await untilAnswered('append', () => connection.use((client) => appendMany(client, appends)))
      const head = headAfter(outcomes)
      if (head !== undefined) ring.grown(head, gapAfter(appends))
      return outcomes
    },
    gather ? BATCH_LIMIT : 1,
    gatherMs,
  )
  const reader = createReader(connectionString)
  const bell = createBell(connectionString)
  const closing = new AbortController()

  return {
    canBuildAhead: true,

    async append(stream, expected, events, alongside = {}) {
      checkAppend(stream, events)
      return await gatherer.append({ stream, expected, events, alongside })
    },

    async *read(stream, from = 0n) {
      let next = from
      for (let size = FIRST_PAGE; ; size = PAGE) {
        const start = next
        const page = await untilAnswered('read', () => reader.streamPage(stream, start, size))
        yield* page
        if (page.length < size) return
        next += BigInt(size)
      }
    },

    async *readAll(after, filter) {
      const persistent = {
        ...reader,
        page: (...range: Parameters<typeof reader.page>) => untilAnswered('read', () => reader.page(...range)),
      }
      const head = await untilAnswered('read', () => reader.head())
      for await (const page of pages(persistent, after === 'start' ? 0n : after, head, filter)) {
        // One by one: `yield*` awaits each of a page once more.
        for (const [index, event] of page.events.entries()) {
          if (index % SLICE === SLICE - 1) await turnOfTheLoop()
          yield event
        }
      }
    },

    readByTenant: (upTo, filter, after) => readByTenant(connectionString, upTo, filter, after, closing.signal),

    follow(after, filter, signal, rest = 0) {
      const end = AbortSignal.any([signal, closing.signal])
      return follow(reader, bell, after === 'start' ? 0n : after, filter, end, rest, onDrop)
    },

    lookNow: () => bell.ring(),

    head: () => untilAnswered('read', () => reader.head()),

    async close() {
      closing.abort()
      await gatherer.close()
      await ring.close()
      await Promise.all([connection.close(), bell.close(), reader.close()])
    },
  }
}

/** Said to `log.append_many` (infra/migrations/014-rings.sql). */
const RINGS_BY_HAND = `select set_config('forecourt.rings', 'by-hand', false)`

/** Nothing is lost when the server dies before it has written this down: nobody is there then who could be woken. */
const tell = (client: pg.Client, head: bigint) =>
  client.query({
    name: 'ring',
    text: `select set_config('synchronous_commit', 'off', true), pg_notify('log', $1)`,
    values: [String(head)],
  })

/** Up to where the log has come with these; undefined when none was stored. What was repeated was perhaps never rung for. */
function headAfter(outcomes: readonly Outcome[]): bigint | undefined {
  let head: bigint | undefined
  for (const outcome of outcomes) {
    if (!(outcome instanceof Error) && (head === undefined || outcome.position > head)) head = outcome.position
  }
  return head
}
