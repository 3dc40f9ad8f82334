import { createServer } from 'node:net'

/**
 * A TCP port on 127.0.0.1 that nobody listens on right now. Somebody else may take it before it is used, so whoever
 * listens on it tries again with another one.
 */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('a TCP server has no port'))
        else resolve(address.port)
      })
    })
  })
}
