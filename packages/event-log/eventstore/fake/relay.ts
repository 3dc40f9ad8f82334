import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A TCP relay in front of the fake server. A process that dies says goodbye to nobody, and one that is stopped keeps its
 * connections; a gRPC server in this process can do neither, the wire in front of it can do both.
 */
export interface Relay {
  readonly port: number
  /** Resets all connections and accepts no more. */
  readonly cut: () => Promise<void>
  /** Accepts connections again, on the same port. */
  readonly mend: () => Promise<void>
  /** Nothing passes in either direction. */
  readonly freeze: () => void
  readonly thaw: () => void
}

/**
 * @param target port to relay to
 * @param host where that is; on the loopback when absent
 */
export async function startRelay(target: number, host = '127.0.0.1'): Promise<Relay> {
  const sockets = new Set<Socket>()
  let frozen = false

  const accept = (client: Socket): void => {
    const server = connect({ port: target, host, noDelay: true })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause()
      })
      to.on('drain', () => {
        if (!frozen) from.resume()
      })
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (frozen) from.pause()
    }
  }
  const listen = async (port: number): Promise<Server> => {
    const listener = createServer({ noDelay: true }, accept).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return listener
  }

  let listener = await listen(0)
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return {
    port: address.port,
    async cut() {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    async mend() {
      listener = await listen(address.port)
    },
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
  }
}
