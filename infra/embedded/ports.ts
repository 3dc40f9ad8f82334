import { createServer } from 'node:net'

/**
 * A TCP port on 127.0.0.1 that nobody listens on right now. Somebody else may take it before it is used, so whoever
 * listens on it tries again with another one.
 */
export async function freePort(): Promise<number> {
  return listenBriefly(0)
}

/** Whether a server could listen on this port of 127.0.0.1 right now. */
export async function isPortFree(port: number): Promise<boolean> {
  return listenBriefly(port).then(
    () => true,
    () => false,
  )
}

function listenBriefly(port: number): Promise<number> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('a TCP server has no port'))
        else resolve(address.port)
      })
    })
  })
}
