import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answersAreStubs } from '../testing/conformance.ts'
import { createGateway, type ListeningGateway, listen } from './gateway.ts'
import { freePort } from './ports.ts'

answersAreStubs()

/** Of the gateway under test with a silent service, in milliseconds: longer than a busy machine holds a process up. */
const PATIENCE = 1_500

let folder: string
let front: ListeningGateway
let port: number
let servers: Server[]
let up: Record<'query' | 'command' | 'storage', string | undefined>
let isBuilt: boolean

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
}

const tells = (name: string) => serve((request, response) => response.end(`${name} ${request.method} ${request.url}`))

beforeEach(async () => {
  servers = []
  folder = mkdtempSync(join(tmpdir(), 'forecourt-gateway-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<title>Forecourt</title>')
  writeFileSync(join(folder, 'landing.html'), '<title>Forecourt</title><h1>For owners</h1>')
  writeFileSync(join(folder, 'portal.html'), '<title>Forecourt</title><!-- of renters -->')
  writeFileSync(join(folder, 'desk.html'), '<title>Forecourt</title><!-- of staff -->')
  writeFileSync(join(folder, 'sw.js'), 'self')
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'app')
  writeFileSync(join(folder, 'assets/photo-5e6f.webp'), 'photo')
  writeFileSync(join(folder, 'assets/packed-3c4d.js'), 'the whole app')
  writeFileSync(join(folder, 'assets/packed-3c4d.js.br'), brotliCompressSync('the whole app'))
  writeFileSync(join(folder, '.built-from'), 'secret')
  up = { query: await tells('query'), command: await tells('command'), storage: await tells('storage') }
  isBuilt = true
  const gateway = createGateway({
    publicUrl: 'http://localhost:3000',
    webFolder: folder,
    isBuilt: () => isBuilt,
    query: () => up.query,
    command: () => up.command,
    storage: { bucket: 'files', url: () => up.storage },
    uploadOrigins: [],
    inbox: (request, response) => response.end(`inbox ${request.url}`),
    isReady: () => up.query !== undefined,
    patience: PATIENCE,
  })
  port = await freePort()
  front = await listen(gateway, port)
})

afterEach(async () => {
  await front.close()
  for (const server of servers) server.close().closeAllConnections()
  rmSync(folder, { recursive: true })
})

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)

const answerLate: RequestListener = (request, response) => {
  if (request.url?.startsWith('/api') === true) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
  }
  setTimeout(() => response.end('late'), 3 * PATIENCE)
}

describe('the gateway', () => {
  test.each([
    ['GET', '/api/cars?businessSlug=harbour-hire', 'query GET /api/cars?businessSlug=harbour-hire'],
    ['GET', '/objects/vehicles/x', 'query GET /objects/vehicles/x'],
    ['GET', '/harbour-hire/portal/manifest.webmanifest', 'query GET /harbour-hire/portal/manifest.webmanifest'],
    ['GET', '/harbour-hire/admin/icon.png?w=192', 'query GET /harbour-hire/admin/icon.png?w=192'],
    ['POST', '/api/bookings', 'command POST /api/bookings'],
    ['PUT', '/api/admin/bookings/x', 'command PUT /api/admin/bookings/x'],
    ['DELETE', '/api/admin/cars/x', 'command DELETE /api/admin/cars/x'],
    ['PUT', '/files/incoming/x?X-Amz-Signature=y', 'storage PUT /files/incoming/x?X-Amz-Signature=y'],
    ['GET', '/dev/mail/1', 'inbox /dev/mail/1'],
  ])('sends %s %s where it belongs', async (method, path, answer) => {
    expect(await (await ask(path, { method })).text()).toBe(answer)
  })

  test('passes the host on that signatures cover, and says itself who called', async () => {
    up.storage = await serve((request, response) => response.end(JSON.stringify(request.headers)))

    const answer = await ask('/files/x', { headers: { 'X-Forwarded-For': '6.6.6.6', Forwarded: 'for=6.6.6.6' } })

    expect(await answer.json()).toMatchObject({ host: `127.0.0.1:${port}`, 'x-forwarded-for': '127.0.0.1' })
  })

  test('streams an upload through, whatever its bytes', async () => {
    up.storage = await serve((request, response) => {
      void buffer(request).then((bytes) => response.end(bytes))
    })
    const bytes = Buffer.alloc(3_000_000, 'ÿ\0\n', 'latin1')

    const answer = await ask('/files/x', { method: 'PUT', body: bytes })

    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('lets each piece of an event stream through at once', async () => {
    const finished = Promise.withResolvers<void>()
    up.query = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
      void finished.promise.then(() => response.end('data: 2\n\n'))
    })

    const { body } = await ask('/api/events')
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()

    expect((await reader?.read())?.value).toBe('data: 1\n\n')
    finished.resolve()
    expect((await reader?.read())?.value).toBe('data: 2\n\n')
  })

  test.each(['starting', 'gone'])('answers 503 with Retry-After while a service is %s', async (state) => {
    up.command = state === 'starting' ? undefined : `http://127.0.0.1:${await freePort()}`

    const answer = await ask('/api/bookings', { method: 'POST' })

    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
  })

  test.each(['GET', 'POST'])(
    'answers 503 with Retry-After when a service takes a %s and says nothing',
    async (method) => {
      up.query = await serve(() => {})
      up.command = up.query

      const answer = await ask('/api/cars', { method })

      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
    },
  )

  test('breaks an answer off in which a service has gone silent', async () => {
    up.query = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half')
    })

    await expect(ask('/api/cars').then((answer) => answer.text())).rejects.toThrow(/terminated|fetch failed/)
  })

  test('waits for the next piece of an event stream, and for a stored file, as long as it takes', async () => {
    up.query = await serve(answerLate)
    up.storage = up.query

    const texts = ['/api/events', '/files/x'].map(async (path) => (await ask(path)).text())

    expect(await Promise.all(texts)).toEqual(['data: 1\n\nlate', 'late'])
  })

  test('answers what is no HTTP with a problem', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('hello\r\n\r\n')

    const answer = await text(socket)

    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ status: 400, code: 'malformed' })
  })

  test('closes a connection that nobody uses before the service does, which would lose a request that comes then', async () => {
    const ended = Promise.withResolvers<string>()
    up.query = await serve((request, response) => {
      request.socket
        .once('end', () => ended.resolve('by the gateway'))
        .once('close', () => ended.resolve('by the service'))
      response.setHeader('Keep-Alive', 'timeout=2')
      response.end('all')
    })
    // It only says so: two ends of one process that stands still would find their time over together.
    for (const server of servers) server.keepAliveTimeout = 0

    expect(await (await ask('/api/cars')).text()).toBe('all')

    const began = performance.now()
    expect(await ended.promise).toBe('by the gateway')
    // Not because it keeps none for longer than that by itself.
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  test('breaks an answer off that the service did not finish', async () => {
    up.query = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half')
      setImmediate(() => response.destroy())
    })

    await expect(ask('/api/cars').then((answer) => answer.text())).rejects.toThrow(/terminated|fetch failed/)
  })

  test.each(['bytes=99999-', 'bytes=9-1', 'bytes=0-1'])(
    'sends all of a file to whoever asks for %s of it',
    async (Range) => {
      const answer = await ask('/assets/app-1a2b.js', { headers: { Range } })

      expect({ status: answer.status, body: await answer.text() }).toEqual({ status: 200, body: 'app' })
    },
  )

  test.each<[string, HeadersInit, number]>([
    ['/assets/photo-5e6f.webp', { 'If-Match': '"another"' }, 412],
    ['/%E0%A4%A.js', {}, 404],
    ['/assets/%00.js', {}, 404],
    ['/.built-from', {}, 404],
  ])('refuses %s with %o, and does not say where in its code', async (path, headers, status) => {
    const answer = await ask(path, { headers })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await answer.text()).toMatch(/^Not (possible here|found)$/)
  })

  test('is ready when what stands behind it is', async () => {
    expect((await ask('/readyz')).status).toBe(200)
    up.query = undefined
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
  })

  test('refuses a port that is taken in one sentence', async () => {
    await expect(listen(() => {}, port)).rejects.toThrow(`Port ${port} is taken`)
  })
})

describe('the web app', () => {
  test.each(['/', '/harbour-hire', '/admin/bookings', '/customer', '/apiary'])(
    '%s is one of its pages',
    async (path) => {
      const answer = await ask(path)

      expect(await answer.text()).toContain('<title>Forecourt</title>')
      expect(answer.headers.get('Cache-Control')).toBe('no-cache')
      expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    },
  )

  test('a renter’s own page is kept nowhere, listed nowhere, and told of to nobody', async () => {
    const { status, headers } = await ask('/harbour-hire/booking/a-token')
    expect(status).toBe(200)
    expect([headers.get('Cache-Control'), headers.get('X-Robots-Tag'), headers.get('Referrer-Policy')]).toEqual([
      'no-store',
      'noindex, nofollow',
      'no-referrer',
    ])
  })

  test('only the landing page has its markup in a file', async () => {
    expect(await (await ask('/')).text()).toContain('For owners')
    expect(await (await ask('/harbour-hire/portal')).text()).not.toContain('For owners')
  })

  test('portal and dashboard have pages that name what they need', async () => {
    expect(await (await ask('/harbour-hire/portal')).text()).toContain('of renters')
    expect(await (await ask('/harbour-hire/admin?tab=fleet')).text()).toContain('of staff')
    expect(await (await ask('/harbour-hire/admin/login')).text()).not.toContain('of staff')
  })

  test('is kept for good where names follow from the content, and asked for anew elsewhere', async () => {
    expect((await ask('/assets/app-1a2b.js')).headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect((await ask('/sw.js')).headers.get('Cache-Control')).toBe('no-cache')
  })

  test('travels compressed to whoever takes that, and is the same', async () => {
    const script = await ask('/assets/app-1a2b.js')
    expect(script.headers.get('Content-Encoding')).toBe('gzip')
    expect(script.headers.get('Content-Type')).toMatch(/^text\/javascript/)
    expect(script.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await script.text()).toBe('app')
    expect((await ask('/')).headers.get('Content-Encoding')).toBe('gzip')

    const plain = await ask('/assets/app-1a2b.js', { headers: { 'Accept-Encoding': 'identity' } })
    expect(plain.headers.get('Content-Encoding')).toBeNull()
    expect(plain.headers.get('Vary')).toContain('Accept-Encoding')
    expect(await plain.text()).toBe('app')
  })

  test('travels as the build has packed it to whoever takes that, and is the same', async () => {
    for (const [taken, sent] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await ask('/assets/packed-3c4d.js', { headers: { 'Accept-Encoding': taken } })
      expect(answer.headers.get('Content-Encoding')).toBe(sent)
      expect(await answer.text()).toBe('the whole app')
    }
  })

  test('has another tag once it was built anew', async () => {
    const tag = async () => (await ask('/sw.js')).headers.get('ETag')
    const before = await tag()
    expect(await tag()).toBe(before)
    writeFileSync(join(folder, 'sw.js'), 'another one')
    utimesSync(join(folder, 'sw.js'), 1, 1)
    expect(await (await ask('/sw.js')).text()).toBe('another one')
    expect(await tag()).not.toBe(before)
  })

  test.each([
    '/assets/app-0000.js',
    '/missing.js',
    '/.built-from',
    '/assets/gone',
    '/harbour-hire/other/icon.png',
    '/..%2f..%2fetc/passwd',
  ])('%s is a real 404', async (path) => {
    const answer = await ask(path)

    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('<title>')
  })

  test.each(['/', '/harbour-hire/portal', '/harbour-hire/booking/a-token', '/assets/app-0000.js', '/sw.js'])(
    '%s is a page that looks again by itself for as long as the app is being built, and never a 404',
    async (path) => {
      isBuilt = false
      const starting = await ask(path)

      expect(starting.status).toBe(503)
      expect(Number(starting.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(starting.headers.get('Cache-Control')).toBe('no-store')
      expect(starting.headers.get('Content-Security-Policy')).toContain("default-src 'self'")
      const page = await starting.text()
      expect(page).toContain('Forecourt is starting')
      expect(page).toMatch(/<meta http-equiv="refresh" content="\d+">/)

      isBuilt = true
      expect(await (await ask(path)).text()).not.toContain('starting')
    },
  )

  test('that is being built keeps nobody from the API', async () => {
    isBuilt = false
    expect(await (await ask('/api/cars')).text()).toBe('query GET /api/cars')
  })

  test('is only read', async () => {
    for (const built of [true, false]) {
      isBuilt = built
      expect((await ask('/', { method: 'POST' })).status).toBe(405)
    }
  })
})
