import { checkAppend } from '../check-append.ts'
import { type Alongside, type EventLog, FileConflict, PersonConflict, Unavailable } from '../port.ts'
import type { VaultWriter } from '../vault/vault-writer.ts'
import { append } from './append.ts'
import { type Credentials, connect } from './connection.ts'
import { DEADLINES, type Deadlines } from './deadlines.ts'
import { describe } from './errors.ts'
import { follow } from './follow.ts'
import { createInOrder } from './in-order.ts'
import { BEFORE_ALL, head, readAll, readStream } from './read.ts'

export interface EventStoreOptions {
  /** `esdb://` or `kurrentdb://` address; see `connect`. */
  readonly connectionString: string
  /** Commits what travels with an append. Without one, an append with rows alongside is a mistake. Closed with the log. */
  readonly vault?: VaultWriter
  /** In place of the account in the address. */
  readonly credentials?: Credentials
  readonly deadlines?: Partial<Deadlines>
  /** Hears why a subscription dropped, before it is made again. */
  readonly onDrop?: (reason: unknown) => void
}

/** The event log on EventStoreDB 22.10 or later. */
export function createEventStoreEventLog({
  connectionString,
  vault,
  credentials,
  deadlines,
  onDrop = () => {},
}: EventStoreOptions): EventLog {
  const connection = connect(connectionString, { ...DEADLINES, ...deadlines }, credentials)
  const closing = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const inOrder = createInOrder()

  return {
    // Of two appends under way the second may arrive first, and the server knows nothing of what the other would have left.
    canBuildAhead: false,

    async append(stream, expected, events, alongside) {
      checkAppend(stream, events)
      if (closing.signal.aborted) throw new Error('the event log is closed')
      const giveUp = performance.now() + connection.deadlines.total
      const write = () => commitFirst(vault, alongside).then(() => append(connection, stream, expected, events, giveUp))
      // Who expects a revision has said what the order is.
      const isOpen = expected === 'any' || expected === 'exists'
      const work = isOpen ? inOrder(stream, giveUp, write) : write()
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    read: (stream, from = 0n) => readStream(connection, stream, from),
    readAll: (after, filter) => readAll(connection, after === 'start' ? BEFORE_ALL : after, filter),
    // It is sent what there is and asks for nothing: there is nothing to spare.
    follow: (after, filter, signal) =>
      follow(
        connection,
        after === 'start' ? BEFORE_ALL : after,
        filter,
        AbortSignal.any([signal, closing.signal]),
        onDrop,
      ),
    head: () => head(connection),
    async close() {
      closing.abort()
      await Promise.allSettled(underWay)
      await connection.close()
      await vault?.close()
    },
  }
}

/**
 * Rows that must be durable no later than the events are committed before them. A crash or a refusal in between leaves rows
 * that no event followed. Files are swept. People stay: they are known when they come again, and `forecourt erase` finds
 * them by their address. That nothing was sealed with a key only the whole log can tell, and not for an append that is on
 * its way: a key that is destroyed on a guess loses somebody's data for ever.
 * @throws {PersonConflict} {FileConflict} as the vault says; {Unavailable} it did not answer
 */
async function commitFirst(vault: VaultWriter | undefined, alongside: Alongside | undefined): Promise<void> {
  if (alongside === undefined || Object.values(alongside).every((row) => row === undefined)) return
  if (vault === undefined) throw new Error('rows alongside an append need a vault')
  try {
    await vault.commit(alongside)
  } catch (error) {
    if (error instanceof PersonConflict || error instanceof FileConflict || error instanceof Unavailable) throw error
    throw new Unavailable(`the vault, ${describe(error)}`, error)
  }
}
