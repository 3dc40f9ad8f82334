import { createServer } from 'node:http'

/** A server that reads what it is sent, refuses all of it, and does nothing else. Says where it is. */
const BODY = JSON.stringify({ status: 429, code: 'too-many-requests', detail: 'Too many requests.' })
const HEADERS = { 'Content-Type': 'application/problem+json', 'Content-Length': Buffer.byteLength(BODY) }

const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(429, HEADERS).end(BODY))
})
process.once('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  process.send?.(`http://127.0.0.1:${address.port}`)
})
