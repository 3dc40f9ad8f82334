import { Server, ServerCredentials, status } from '@grpc/grpc-js'
import { appendService } from './append-service.ts'
import { createFaults, type Faults } from './faults.ts'
import { createFakeLog, type FakeLog } from './log.ts'
import {
  features,
  type IServerFeaturesServer,
  type IStreamsServer,
  ServerFeaturesService,
  StreamsService,
} from './protobuf.ts'
import { readService } from './read-service.ts'

/** A server that speaks EventStoreDB's protocol, for tests: in memory, on the loopback, without accounts. */
export interface FakeServer {
  /** Address for the client; the same after a restart. */
  readonly url: string
  readonly log: FakeLog
  readonly faults: Faults
  /** Calls of the batch append so far. The adapter must never make one. */
  batchAppends(): number
  /** Cuts every connection, in the middle of whatever it was doing. The log's data stays. */
  kill(): Promise<void>
  /** Starts again on the same port, with the same data. */
  restart(): Promise<void>
  /** Ends for good. */
  close(): Promise<void>
}

export async function startFakeServer(): Promise<FakeServer> {
  const log = createFakeLog()
  const faults = createFaults()
  let batchAppends = 0
  const streams: IStreamsServer = {
    append: appendService(log, faults),
    read: readService(log, faults),
    batchAppend: (call) => {
      batchAppends += 1
      call.emit('error', { code: status.UNIMPLEMENTED, details: 'the product does not append in this way' })
    },
    delete: (_, answer) => answer({ code: status.UNIMPLEMENTED, details: 'the product deletes nothing' }),
    tombstone: (_, answer) => answer({ code: status.UNIMPLEMENTED, details: 'the product deletes nothing' }),
  }

  const listen = async (port: number): Promise<{ server: Server; port: number }> => {
    const server = new Server()
    server.addService(StreamsService, streams)
    server.addService(ServerFeaturesService, serverFeatures)
    return new Promise((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve({ server, port: bound }) : reject(error),
      )
    })
  }

  let { server, port } = await listen(0)
  const kill = async (): Promise<void> => {
    server.forceShutdown()
    log.forgetRecent()
  }
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log,
    faults,
    batchAppends: () => batchAppends,
    kill,
    async restart() {
      ;({ server, port } = await listen(port))
    },
    close: kill,
  }
}

/** The server says that it knows the batch append: a client that may take it would. */
const serverFeatures: IServerFeaturesServer = {
  getSupportedMethods(_, answer) {
    const supported = new features.SupportedMethods()
    supported.setEventStoreServerVersion('23.10.0')
    supported.setMethodsList(
      ['append', 'batchappend', 'read'].map((name) => {
        const method = new features.SupportedMethod()
        method.setServiceName('event_store.client.streams.streams')
        method.setMethodName(name)
        return method
      }),
    )
    answer(null, supported)
  },
}
