import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeFaults } from './conformance.ts'

let server: Server
let url: string

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"uploadURL": "x", "more": 1}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
afterAll(() => server.close())

it('a test that is answered what no table promises fails, although it looks at nothing', async () => {
  await fetch(`${url}/api/objects/upload`, { method: 'POST' })
  // Without this the set-up of every test file would fail this very test.
  expect(takeFaults()).toEqual(['POST /api/objects/upload → 200: body at /: unrecognized_keys more'])
})

it('what is not an answer of the API is no matter', async () => {
  await fetch(`${url}/elsewhere`)
  expect(takeFaults()).toEqual([])
})
