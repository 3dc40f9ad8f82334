import { connect, createServer, type Socket } from 'node:net'

/** A line between a process and its database that can be cut. */
export interface Line {
  /** The database's address by way of this line. */
  readonly url: string
  /** Breaks all connections and takes no new one. */
  cut(): void
  /** Breaks all connections as a machine does that no longer knows of them (RST); new ones are taken. */
  reset(): void
  /** Lets what is sent arrive and holds back what is answered: nobody learns what became of it. */
  swallowAnswers(): void
  mend(): void
  close(): Promise<void>
}

/** Puts a TCP relay on a free port in front of a database. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'swallowing' = 'whole'
  const server = createServer((near) => {
    if (state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (bytes) => {
      if (state !== 'swallowing') near.write(bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut() {
      state = 'cut'
      breakAll()
    },
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    swallowAnswers() {
      state = 'swallowing'
    },
    mend() {
      if (state === 'swallowing') breakAll()
      state = 'whole'
    },
    async close() {
      state = 'cut'
      breakAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
