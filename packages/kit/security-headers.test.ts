import { createServer, request } from 'node:http'
import express from 'express'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

/** Names and values of an answer's headers as they were sent, but for those that the server itself sets. */
async function headersOf(publicUrl: string, uploadOrigins?: readonly string[]): Promise<string[]> {
  const app = express().disable('x-powered-by').set('etag', false)
  app.use(securityHeaders(publicUrl, uploadOrigins), (_request, response) => void response.end())
  const server = createServer(app).listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    return await new Promise<string[]>((resolve, reject) => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      request({ host: '127.0.0.1', port, agent: false }, (answer) => {
        answer.resume()
        const pairs = answer.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
        resolve(pairs.filter((pair) => !/^(Date|Connection|Keep-Alive|Content-Length|Transfer-Encoding):/.test(pair)))
      })
        .on('error', reject)
        .end()
    })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const POLICY = (connect: string) =>
  `Content-Security-Policy: default-src 'self';connect-src ${connect};img-src 'self' data: blob:;manifest-src 'self' blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'`

const OTHERS = [
  'X-Content-Type-Options: nosniff',
  'X-DNS-Prefetch-Control: off',
  'X-Download-Options: noopen',
  'X-Frame-Options: DENY',
  'X-Permitted-Cross-Domain-Policies: none',
  'X-XSS-Protection: 0',
]
const ISOLATING = [
  'Cross-Origin-Opener-Policy: same-origin',
  'Cross-Origin-Resource-Policy: same-origin',
  'Origin-Agent-Cluster: ?1',
  'Referrer-Policy: no-referrer',
]

it('the security headers are these, in these letters, and no others', async () => {
  expect(await headersOf('http://localhost:3000')).toEqual([POLICY("'self'"), ...ISOLATING, ...OTHERS])
})

it('on https browsers are told to stay there, and a real object storage may be sent files to', async () => {
  const hsts = 'Strict-Transport-Security: max-age=31536000; includeSubDomains'
  const policy = POLICY("'self' https://files.example")
  expect(await headersOf('https://rent.example', ['https://files.example'])).toEqual([
    policy,
    ...ISOLATING,
    hsts,
    ...OTHERS,
  ])
})
