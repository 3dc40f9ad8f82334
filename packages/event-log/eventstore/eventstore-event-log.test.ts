import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { eventLogContract } from '../contract/event-log-contract.ts'
import type { Subject } from '../contract/setup.ts'
import { createVaultWriter } from '../vault/vault-writer.ts'
import { createEventStoreEventLog } from './eventstore-event-log.ts'
import { fakeServer } from './testing/fake-server.ts'
import { onRealServer } from './testing/on-real-server.ts'
import type { ServerUnderTest } from './testing/server-under-test.ts'

eventLogContract('EventStoreDB 23.10, faked,', () => subject(() => fakeServer(2310)))
eventLogContract('EventStoreDB 22.10, faked,', () => subject(() => fakeServer(2210)))

await onRealServer('EventStoreDB keeps the contract of the event log', (name, start) =>
  eventLogContract(`EventStoreDB, ${name},`, () => subject(start)),
)

async function subject(start: () => Promise<ServerUnderTest>): Promise<Subject> {
  const server = await start()
  const database = await createTestDatabase()
  const open = () =>
    createEventStoreEventLog({
      connectionString: server.url,
      vault: createVaultWriter({ connectionString: database.url }),
    })
  const [log, another] = [open(), open()]
  return {
    log,
    another,
    sameIdsAtTheCurrentRevision: 'refused',
    ...(server.process === undefined ? {} : { dropConnections: server.process.restart }),
    async stop() {
      await Promise.all([log.close(), another.close()])
      await server.close()
      await database.drop()
    },
  }
}
