import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { eventLogContract } from '../contract/event-log-contract.ts'
import type { Subject } from '../contract/setup.ts'
import { createVaultWriter } from '../vault/vault-writer.ts'
import { createEventStoreEventLog } from './eventstore-event-log.ts'
import { startRelay } from './fake/relay.ts'
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
  const network = await relayTo(server)
  const database = await createTestDatabase()
  const open = () =>
    createEventStoreEventLog({
      connectionString: network.url,
      vault: createVaultWriter({ connectionString: database.url }),
    })
  const [log, another] = [open(), open()]
  return {
    log,
    another,
    dropConnections: network.drop,
    async stop() {
      await Promise.all([log.close(), another.close()])
      await network.end()
      await server.close()
      await database.drop()
    },
  }
}

/**
 * A wire to the server that can be cut at once; a restart of a real one takes seconds and is tried in kills.test.ts.
 * @throws {Error} the server wants TLS, which knows the wire for what it is
 */
async function relayTo({ url }: ServerUnderTest) {
  const { host = '', port } =
    /^(?:esdb|kurrentdb):\/\/(?<host>[\w.-]+):(?<port>\d+)\/?\?tls=false$/.exec(url)?.groups ?? {}
  if (port === undefined) throw new Error('these tests need a server without TLS')
  const relay = await startRelay(Number(port), host)
  return {
    url: `esdb://127.0.0.1:${relay.port}?tls=false`,
    drop: async () => {
      await relay.cut()
      await relay.mend()
    },
    end: () => relay.cut(),
  }
}
