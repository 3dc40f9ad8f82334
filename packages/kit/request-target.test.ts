import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { parseQuery } from './parse.ts'
import { withPath } from './request-target.ts'

/** The head and body of the answer to a request line. */
async function answerTo(target: string): Promise<string> {
  const app = express()
  app.use((request, response) => {
    parseQuery(z.object({}), request.originalUrl)
    response.send(request.url)
  })
  const server = createServer(withPath(app)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return await text(socket)
}

it.each([
  ['/api/cars?a=1', '/api/cars?a=1'],
  ['http://elsewhere.example/api/cars?a=1', '/api/cars?a=1'],
  ['https://elsewhere.example', '/'],
])('%s is taken for %s', async (target, path) => {
  const answer = await answerTo(target)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  expect(answer.endsWith(path)).toBe(true)
})

it.each(['http://elsewhere.example:99999/api/cars', 'http://[::1/api/cars', 'ftp://elsewhere.example/api', '*'])(
  '%s, which is no address of ours, is answered with a problem and never with a page',
  async (target) => {
    const answer = await answerTo(target)
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toContain('Content-Type: application/problem+json')
    expect(answer).toContain('"code":"malformed"')
  },
)
