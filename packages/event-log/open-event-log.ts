import type { EventLog } from './port.ts'
import { createPostgresEventLog } from './postgres/postgres-event-log.ts'
import { createVaultWriter } from './vault/vault-writer.ts'

export interface EventLogAddresses {
  /** `EVENTSTORE_URL`: the log is there. Without it the log is in Postgres. */
  readonly eventStoreUrl?: string | undefined
  /** `DATABASE_URL`: a migrated Postgres; it holds the vault in either case. */
  readonly databaseUrl: string
  /** Hears why a reader that follows was interrupted, before it tries again: for the process's own log. */
  readonly onDrop?: (reason: unknown) => void
}

/** The event log that the configuration names. Whoever opens it closes it. */
export async function openEventLog({
  eventStoreUrl,
  databaseUrl,
  onDrop = () => {},
}: EventLogAddresses): Promise<EventLog> {
  if (eventStoreUrl === undefined) return createPostgresEventLog({ connectionString: databaseUrl, onDrop })
  // The client and its protocol take 30 MB: only who uses them loads them.
  const { createEventStoreEventLog } = await import('./eventstore/eventstore-event-log.ts')
  const vault = createVaultWriter({ connectionString: databaseUrl })
  return createEventStoreEventLog({ connectionString: eventStoreUrl, vault, onDrop })
}
