import { startFakeServer } from '../fake/server.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/** The fake server as a server under test. */
export async function fakeServer(version: 2210 | 2310): Promise<ServerUnderTest> {
  const server = await startFakeServer()
  server.faults.saysCaughtUp = version >= 2310
  return {
    url: server.url,
    version,
    process: {
      kill: server.kill,
      start: server.start,
      async restart() {
        await server.kill()
        await server.start()
      },
      freeze: server.freeze,
      thaw: server.thaw,
    },
    close: server.close,
  }
}
