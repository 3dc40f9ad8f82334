import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { eventLogContract } from '../contract/event-log-contract.ts'
import type { Subject } from '../contract/setup.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

for (const gather of [true, false]) {
  eventLogContract(
    gather ? 'Postgres, appends gathered,' : 'Postgres, one append a commit,',
    async (): Promise<Subject> => {
      const database = await createTestDatabase()
      const log = createPostgresEventLog({ connectionString: database.url, gather })
      const another = createPostgresEventLog({ connectionString: database.url, gather })
      return {
        log,
        another,
        dropConnections: () => dropConnections(database.url),
        async stop() {
          await Promise.all([log.close(), another.close()])
          await database.drop()
        },
      }
    },
  )
}

async function dropConnections(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
