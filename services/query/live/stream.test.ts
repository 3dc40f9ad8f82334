import { createServer, type ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LiveStream } from './stream.ts'

const turn = () => new Promise(setImmediate)

/** A response to somebody who takes nothing until `read` is called, and everything from then on. */
async function responseToSlow() {
  let taken = ''
  let reads = false
  let held: (() => void) | undefined
  const line = new Duplex({
    writableHighWaterMark: 50,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      taken += chunk.toString()
      if (reads) done()
      else held = done
    },
  })
  const server = createServer()
  const asked = Promise.withResolvers<ServerResponse>()
  server.once('request', (_request, answer) => asked.resolve(answer))
  server.emit('connection', line)
  line.push('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const response = await asked.promise
  const read = (): void => {
    reads = true
    held?.()
  }
  return { response, line, read, taken: () => taken }
}

describe('a reader that takes nothing', () => {
  it('costs no more than the names of the lists, however much changes, and learns all of it when it reads on', async () => {
    const { response, line, read, taken } = await responseToSlow()
    const stream = new LiveStream(response, '1.0.a')
    for (let version = 2; version < 10_000; version += 1) stream.tell(['bookings', 'cars'], `${version}.0.a`)
    stream.tell(['figures'], '10000.0.a')
    expect(response.writableLength + line.writableLength).toBeLessThan(2_000)
    await turn()
    read()
    await expect
      .poll(taken)
      .toContain('event: changed\nid: 10000.0.a\ndata: {"lists":["bookings","cars","figures"]}\n\n')
    expect(taken().split('event: changed').length - 1).toBeLessThanOrEqual(2)
    stream.end()
  })

  it('is dropped after two heartbeats', async () => {
    const { response } = await responseToSlow()
    const stream = new LiveStream(response, '1.0.a')
    await turn()
    stream.beat()
    expect(response.destroyed).toBe(false)
    stream.beat()
    expect(response.destroyed).toBe(true)
  })

  it('is not waited for when the process ends', async () => {
    const { response } = await responseToSlow()
    new LiveStream(response, '1.0.a').end()
    expect(response.destroyed).toBe(true)
  })
})

it('a reader that reads gets a comment with each heartbeat', async () => {
  const { response, read, taken } = await responseToSlow()
  const stream = new LiveStream(response, '1.0.a')
  await turn()
  read()
  await expect.poll(() => response.writableNeedDrain).toBe(false)
  stream.beat()
  await expect.poll(taken).toContain('\r\n:\n\n\r\n')
  stream.end()
})
