import type { EventLog } from './port.ts'
import { createPostgresEventLog, type Unhurried } from './postgres/postgres-event-log.ts'
import { createVaultWriter } from './vault/vault-writer.ts'

export interface EventLogAddresses {
  /** `EVENTSTORE_URL`: the log is there. Without it the log is in Postgres. */
  readonly eventStoreUrl?: string | undefined
  /** `DATABASE_URL`: a migrated Postgres; it holds the vault in either case. */
  readonly databaseUrl: string
  /** Hears why a reader that follows was interrupted, before it tries again: for the process's own log. */
  readonly onDrop?: (reason: unknown) => void
  /**
   * For so long appends wait for others to go along with, in milliseconds: for a process that nobody waits for. Only where
   * appends of all processes wait for one lock, so not in EventStoreDB.
   */
  readonly gatherMs?: number
  /** Whenever readers are told, all processes look at the log. EventStoreDB tells them itself. */
  readonly unhurried?: Unhurried
}

/** The event log that the configuration names. Whoever opens it closes it. */
export async function openEventLog({
  eventStoreUrl,
  databaseUrl,
  onDrop = () => {},
  gatherMs = 0,
  unhurried,
}: EventLogAddresses): Promise<EventLog> {
  if (eventStoreUrl === undefined) {
    return createPostgresEventLog({ connectionString: databaseUrl, onDrop, gatherMs, unhurried })
  }
  // The client and its protocol take 30 MB: only who uses them loads them.
  const { createEventStoreEventLog } = await import('./eventstore/eventstore-event-log.ts')
  const vault = createVaultWriter({ connectionString: databaseUrl })
  return createEventStoreEventLog({ connectionString: eventStoreUrl, vault, onDrop })
}
