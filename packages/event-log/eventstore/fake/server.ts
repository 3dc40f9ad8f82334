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
import { startRelay } from './relay.ts'

/** A server that speaks EventStoreDB's protocol, for tests: in memory, on the loopback, without accounts. */
export interface FakeServer {
  /** Address for the client; the same after a restart. */
  readonly url: string
  readonly log: FakeLog
  readonly faults: Faults
  /** Calls of the batch append so far. The adapter must never make one. */
  readonly batchAppends: () => number
  /** As `kill -9`: every connection is reset, in the middle of whatever it was doing. The log's data stays. */
  readonly kill: () => Promise<void>
  /** Starts again after a kill, on the same port, with the same data. */
  readonly start: () => Promise<void>
  /** As SIGSTOP and SIGCONT: connections stay, nothing passes. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** Ends for good. */
  readonly close: () => Promise<void>
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

  const server = new Server()
  server.addService(StreamsService, streams)
  server.addService(ServerFeaturesService, serverFeatures)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })
  const relay = await startRelay(port)

  return {
    url: `esdb://127.0.0.1:${relay.port}?tls=false`,
    log,
    faults,
    batchAppends: () => batchAppends,
    async kill() {
      await relay.cut()
      log.forgetRecent()
    },
    start: relay.mend,
    freeze: relay.freeze,
    thaw: relay.thaw,
    async close() {
      await relay.cut().catch(() => {}) // it may be dead already
      server.forceShutdown()
    },
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
