import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections and to whoever listens on any: those come and go all the time. */
const FIRST = 20_000
const COUNT = 12_000
const TRIES = 50

/**
 * A TCP port on 127.0.0.1 that nobody listens on right now. Somebody else may take it before it is used, so whoever
 * listens on it tries again with another one.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = await listenOnce(FIRST + randomInt(COUNT)).catch(() => undefined)
    if (port !== undefined) return port
  }
  return await listenOnce(0)
}

/** Listens for a moment. @returns on which port. @throws when that is not possible */
function listenOnce(wanted: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('a TCP server has no port'))
        else resolve(address.port)
      })
    })
  })
}
