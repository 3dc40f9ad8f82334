import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Connection } from './connection.ts'

it('a connection that was closed while nobody waited for an answer takes no more requests', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  const taken = once(server, 'connection')
  const connection = await Connection.open(`http://127.0.0.1:${address.port}`)
  const [socket] = await taken
  socket.destroy()
  // The first one may be sent before it is known; the next one would wait for ever.
  for (let times = 0; times < 2; times += 1) {
    await expect(connection.send({ method: 'GET', path: '/' })).rejects.toThrow(/./)
  }
  connection.close()
})
