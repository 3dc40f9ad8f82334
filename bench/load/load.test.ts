import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startGenerator } from './generator.ts'

/** A service that takes bookings and decisions, gives lists, of which one is old, and refuses those who come with the cookie `stranger`. */
async function service() {
  const asked: string[] = []
  const encodings: (string | string[] | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['if-none-match'] ?? ''}`.trim())
    encodings.push(request.headers['accept-encoding'])
    request.resume()
    if (request.headers.cookie === 'stranger') response.writeHead(401).end()
    else if (request.headers['if-none-match'] === '"1"') response.writeHead(304, { etag: '"1"' }).end()
    else if (request.url === '/old') response.writeHead(200, { 'x-stale': '1' }).end()
    else if (request.method === 'PUT') response.writeHead(200).end()
    else if (request.method === 'POST') response.writeHead(201, { 'content-length': 10 }).end('{"id":"b"}')
    else response.writeHead(200, { etag: '"1"', 'content-length': 70_000 }).end('x'.repeat(70_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const url = `http://127.0.0.1:${address.port}`
  const generator = startGenerator()
  onTestFinished(() => generator[Symbol.asyncDispose]())
  return { asked, encodings, generator, targets: [{ read: url, write: url }] }
}

const requests = { vehicles: ['a', 'b'], first: 5, lookupKey: Buffer.alloc(32).toString('base64'), name: 'test' }

it('counts what was answered, asks again with the tag that it was given', async () => {
  const { asked, generator, targets } = await service()
  const [measured] = await generator.run(
    [{ script: { kind: 'get', path: '/list', withTag: true, asBrowser: true }, targets, clients: 2 }],
    1_000,
  )
  expect(measured?.p50).toBeGreaterThan(0)
  // All but the first of each client.
  expect(measured?.unchanged).toBe((measured?.times.length ?? 0) - 2)
  expect(measured?.requests).toEqual({ perSecond: 0, p50: Number.NaN, p99: Number.NaN })
  expect(asked.filter((line) => line === 'GET /list')).toHaveLength(2)
  expect(asked.filter((line) => line === 'GET /list "1"').length).toBeGreaterThan(0)
})

it('takes an answer as it is unless it is to be as for a browser, and counts those that show too little', async () => {
  const { encodings, generator, targets } = await service()
  const old = { kind: 'get', path: '/old', withTag: false, asBrowser: false } as const
  const [measured] = await generator.run([{ script: old, targets, clients: 1 }], 100)
  expect(measured?.stale).toBe(measured?.times.length)
  expect(new Set(encodings)).toEqual(new Set([undefined]))
  await generator.run([{ script: { ...old, asBrowser: true }, targets, clients: 1 }], 100)
  expect(encodings.at(-1)).toContain('zstd')
})

it('tells the times of requests from those of decisions', async () => {
  const { generator, targets } = await service()
  const script = {
    kind: 'book and decide',
    requests: { ...requests, count: 9 },
    cookie: 'c',
    decisions: ['approved'],
  } as const
  const [measured] = await generator.run([{ script, targets, clients: 1 }], 60_000)
  expect(measured).toMatchObject({ used: 9, writes: 18 })
  expect(measured?.requests.perSecond).toBeCloseTo((measured?.perSecond ?? 0) / 2, 6)
})

it('sends so many requests and no more, each once, and says what was made', async () => {
  const { asked, generator, targets } = await service()
  const [measured] = await generator.run(
    [{ script: { kind: 'book', requests: { ...requests, count: 7 } }, targets, clients: 3 }],
    60_000,
  )
  expect(measured).toMatchObject({ used: 7, writes: 7 })
  expect(measured?.made.map(({ vehicle }) => vehicle).toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'b'])
  expect(asked).toHaveLength(7)
})

it('has a renter look at the dates of the very vehicle that they then ask for', async () => {
  const { asked, generator, targets } = await service()
  const [measured] = await generator.run(
    [{ script: { kind: 'renter', slug: 'desk', requests: { ...requests, count: 7 } }, targets, clients: 3 }],
    60_000,
  )
  const looked = asked.flatMap((line) => /^GET \/api\/cars\/(.+)\/booked-dates/.exec(line)?.[1] ?? [])
  expect(looked.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b', 'b'])
  expect(measured?.made.map(({ vehicle }) => vehicle).toSorted()).toEqual(looked.toSorted())
})

it('sends no more than its pace allows', async () => {
  const { asked, generator, targets } = await service()
  const began = performance.now()
  await generator.run([{ script: { kind: 'book', requests }, targets, clients: 4, perSecond: 50 }], 200)
  // As long as it really took: a busy machine ends it late. The first request is due at once.
  const due = 1 + Math.ceil(((performance.now() - began) / 1_000) * 50)
  expect(asked.length).toBeLessThanOrEqual(due)
})

it('sends at its pace all that there is to send, however late it is', async () => {
  const { asked, generator, targets } = await service()
  const script = { kind: 'book', requests: { ...requests, count: 10 } } as const
  const [measured] = await generator.run([{ script, targets, clients: 4, perSecond: 50 }], 60_000)
  expect(asked).toHaveLength(10)
  expect(measured).toMatchObject({ used: 10, writes: 10 })
})

it('fails when it is refused: a figure of refusals says nothing', async () => {
  const { generator, targets } = await service()
  const script = { kind: 'get', path: '/list', cookie: 'stranger', withTag: false, asBrowser: true } as const
  await expect(generator.run([{ script, targets, clients: 1 }], 100)).rejects.toThrow('answered 401')
})
