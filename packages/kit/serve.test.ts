import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from './logging.ts'
import { type Serving, serve } from './serve.ts'

const log = createLog({ service: 'test', level: 'silent' })
const open: { serving?: Serving; socket?: Socket } = {}

/** A connection to a server that answers each request with its path, once its body is there. */
async function connection(): Promise<{ socket: Socket; serving: Serving }> {
  const serving = await serve(
    (request, response) => {
      request.resume().once('end', () => response.end(`answer to ${request.url}`))
    },
    { host: '127.0.0.1', port: 0, log },
  )
  const socket = connect(serving.port, '127.0.0.1')
  Object.assign(open, { serving, socket })
  return { socket, serving }
}

afterEach(async () => {
  open.socket?.destroy()
  await open.serving?.close()
})

/** Status, headers and body of the last answer. */
function parts(answers: string) {
  const [head = '', body = ''] = answers.slice(answers.lastIndexOf('HTTP/1.1 ')).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

describe('a request that cannot be read is answered with a problem', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'malformed'],
    ['a header with a line break', 'GET / HTTP/1.1\r\nHost: x\r\nA\n: b\r\n\r\n', 400, 'malformed'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'malformed'],
    [
      'a chunk without its length',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'malformed',
    ],
    [
      'headers of more than 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
  ])('%s', async (_what, request, status, code) => {
    const { socket } = await connection()
    socket.write(request)
    const answer = parts(await text(socket))
    expect(answer.status).toBe(status)
    expect(answer.head).toContain('content-type: application/problem+json')
    expect(answer.head).toContain('cache-control: no-store')
    expect(answer.head).toContain('connection: close')
    expect(JSON.parse(answer.body)).toMatchObject({ status, code, type: `urn:forecourt:problem:${code}` })
  })

  it('without a body for HEAD, whose sender would take it for the next answer', async () => {
    const { socket } = await connection()
    socket.write('HEAD \\api\\cars HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(parts(await text(socket))).toMatchObject({ status: 400, body: '' })
  })

  it('but not within an answer that has begun', async () => {
    const serving = await serve(
      (_request, response) => response.writeHead(200, { 'Content-Length': 100 }).write('half'),
      {
        host: '127.0.0.1',
        port: 0,
        log,
      },
    )
    const socket = connect(serving.port, '127.0.0.1')
    Object.assign(open, { serving, socket })
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    let received = ''
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket
      .on('error', () => {})
      .on('data', (bytes: Buffer) => {
        if (received === '') socket.write('zz\r\n')
        received += bytes.toString()
      })
    await ended
    expect(received).toMatch(/half$/)
  })
})

it('/readyz says 503 while the server is drained, whatever the application would say', async () => {
  const { socket, serving } = await connection()
  const received = text(socket)
  // The second request has begun when the first is answered, so its connection is not an idle one.
  const first = new Promise<void>((resolve) => socket.once('data', () => resolve()))
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /readyz HTTP/1.1\r\n')
  await first
  const closed = serving.close()
  socket.write('Host: x\r\n\r\n')
  const answer = parts(await received)
  await closed
  expect(answer.status).toBe(503)
  expect(answer.head).toContain('cache-control: no-store')
  expect(JSON.parse(answer.body)).toEqual({ status: 'not ready', failing: ['draining'] })
})
