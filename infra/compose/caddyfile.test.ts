import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem, problemBody, unavailable } from '@forecourt/kit/problem.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../embedded/ports.ts'
import { answersAreStubs } from '../testing/conformance.ts'

answersAreStubs()

const FILE = fileURLToPath(new URL('Caddyfile', import.meta.url))
const text = readFileSync(FILE, 'utf8')
const hasCaddy = spawnSync('caddy', ['version']).status === 0
const REASON = 'no caddy on this machine: apt-get install -y caddy'

describe('the text of the gateway’s configuration', () => {
  it('sends reads to query, other calls to command, and never repeats a command', () => {
    const [reads = '', writes = ''] = text.split('@reads method GET HEAD')[1]?.split('dynamic a command 3000') ?? []
    expect(reads).toContain('dynamic a query 3000')
    expect(reads.split('# A command')[1]).not.toContain('lb_try_duration')
    expect(writes.split(/^\s*\}$/m)[0]).not.toContain('lb_try_duration')
  })

  it('has blocks for uploads in their written order, as Caddy would put a respond before a reverse_proxy', () => {
    const routes = text.slice(text.indexOf('\troute {'))
    expect(routes).toMatch(/handle @upload \{\s+reverse_proxy \S+\s+\}/)
    expect(routes.indexOf('handle @upload')).toBeLessThan(routes.indexOf('handle @bucket'))
    expect(text).not.toMatch(/reverse_proxy[^\n]*\n\s*respond/)
  })

  it('takes /api and /objects themselves for calls, not for pages', () => {
    expect(text).toMatch(/@api path \/api \/api\/\* \/objects \/objects\/\*/)
  })

  it('keeps no error, and asks for https only where https is', () => {
    expect(text).toMatch(/handle_errors \{\s+header Cache-Control no-store/)
    expect(text).toMatch(/@https protocol https\s+header @https Strict-Transport-Security/)
    expect(text.match(/Strict-Transport-Security/g)).toHaveLength(1)
  })
})

describe('the gateway', () => {
  let folder: string
  const caddies: ChildProcess[] = []
  let address: string
  let behindProxy: string
  let alone: string
  const servers: Server[] = []
  const streams: ServerResponse[] = []

  /** A part behind the gateway, which answers with its name and what it was asked. */
  async function part(name: string): Promise<string> {
    const server = createServer((request, response) => {
      if (request.url === '/api/admin/live') {
        // As the query service does: a piece at once, the next one whenever something happens.
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('retry: 2000\n\n')
        streams.push(response)
      } else {
        response.setHeader('X-Seen-For', request.headers['x-forwarded-for'] ?? '')
        response.setHeader('X-Seen-Proto', request.headers['x-forwarded-proto'] ?? '')
        request.resume().once('end', () => response.end(`${name}: ${request.method} ${request.url}`))
      }
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    const bound = server.address()
    return typeof bound === 'object' && bound !== null ? `127.0.0.1:${bound.port}` : ''
  }

  beforeAll(async () => {
    if (!hasCaddy) return
    folder = mkdtempSync(join(tmpdir(), 'forecourt-caddy-'))
    mkdirSync(join(folder, 'web/assets'), { recursive: true })
    writeFileSync(join(folder, 'web/index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'web/landing.html'), '<!doctype html><h1>For owners</h1>')
    writeFileSync(join(folder, 'web/portal.html'), '<!doctype html><!-- of renters -->')
    writeFileSync(join(folder, 'web/desk.html'), '<!doctype html><!-- of staff -->')
    writeFileSync(join(folder, 'web/sw.js'), 'keep()')
    writeFileSync(join(folder, 'web/assets/app.js'), 'run()')
    const [query, command, files] = [await part('query'), await part('command'), await part('files')]
    const config = configuration('Caddyfile', query, command)
    address = await start(config, files)
    behindProxy = await start(config, files, { TRUSTED_PROXIES: '10.0.0.0/8 127.0.0.1/32' })
    const nobody = `127.0.0.1:${await freePort()}`
    alone = await start(configuration('Caddyfile.alone', nobody, nobody), files)
  }, 240_000)

  /** Names and folders of the containers become those of this machine; nothing else is another one. */
  function configuration(name: string, query: string, command: string): string {
    const local = text
      .replaceAll('dynamic a query 3000', `to ${query}`)
      .replace('dynamic a command 3000', `to ${command}`)
      .replace('root * /srv', `root * ${join(folder, 'web')}`)
    writeFileSync(join(folder, name), local)
    return join(folder, name)
  }

  async function start(
    config: string,
    files: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const port = await freePort()
    caddies.push(
      spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH ?? '',
          HOME: folder,
          SITE_ADDRESS: `:${port}`,
          S3_BUCKET: 'some-files',
          S3_UPSTREAM: files,
          ...settings,
        },
      }),
    )
    const started = `http://127.0.0.1:${port}`
    await vi.waitFor(() => fetch(started), { timeout: 60_000 })
    return started
  }

  afterAll(async () => {
    if (!hasCaddy) return
    for (const caddy of caddies) {
      const ended = once(caddy, 'exit')
      caddy.kill()
      await ended
    }
    for (const server of servers) server.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${address}${path}`, { method, ...(method === 'PUT' ? { body: 'bytes' } : {}) })
    return { status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  it('has a configuration that Caddy understands as it is', ({ skip }) => {
    skip(!hasCaddy, REASON)
    const adapted = spawnSync('caddy', ['adapt', '--config', FILE, '--adapter', 'caddyfile'], { encoding: 'utf8' })
    expect(adapted).toMatchObject({ status: 0 })
  })

  it.for([
    ['PUT', '/some-files/incoming/1?signature=x', 'files: PUT /some-files/incoming/1?signature=x'],
    ['OPTIONS', '/some-files/incoming/1', 'files: OPTIONS /some-files/incoming/1'],
    ['GET', '/api/cars?a=1', 'query: GET /api/cars?a=1'],
    ['GET', '/api', 'query: GET /api'],
    ['GET', '/objects/licences/1', 'query: GET /objects/licences/1'],
    ['POST', '/api/bookings', 'command: POST /api/bookings'],
    ['POST', '/api', 'command: POST /api'],
    ['POST', '/objects/x', 'command: POST /objects/x'],
    ['GET', '/harbour-hire/portal/manifest.webmanifest', 'query: GET /harbour-hire/portal/manifest.webmanifest'],
    ['GET', '/harbour-hire/admin/icon.png?w=192', 'query: GET /harbour-hire/admin/icon.png?w=192'],
    ['GET', '/harbour-hire/portal', '<!doctype html><!-- of renters -->'],
    ['GET', '/harbour-hire/admin?tab=fleet', '<!doctype html><!-- of staff -->'],
    ['GET', '/harbour-hire/admin/login', '<!doctype html>'],
    ['GET', '/assets/app.js', 'run()'],
  ] as const)('answers %s %s from where it belongs', async ([method, path, body], { skip }) => {
    skip(!hasCaddy, REASON)
    expect(await ask(method, path)).toMatchObject({ status: 200, body })
  })

  it.for([
    ['GET', '/api/cars'],
    ['POST', '/api/bookings'],
    ['GET', '/harbour-hire/admin/icon.png'],
  ] as const)('%s %s: for whom one asks is believed of a proxy of ours alone', async ([method, path], { skip }) => {
    skip(!hasCaddy, REASON)
    const seenBy = async (gateway: string) => {
      const said = { 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Proto': 'https' }
      const { headers } = await fetch(`${gateway}${path}`, { method, headers: said })
      return [headers.get('X-Seen-For'), headers.get('X-Seen-Proto')]
    }
    expect(await seenBy(address)).toEqual(['127.0.0.1', 'http'])
    // Without the latter nobody's cookie would be set where PUBLIC_URL is an https address.
    expect(await seenBy(behindProxy)).toEqual(['6.6.6.6, 127.0.0.1', 'https'])
  })

  it('passes each piece of a stream of events on at once, as it is, to whoever would take it compressed', async ({
    skip,
  }) => {
    skip(!hasCaddy, REASON)
    const leave = new AbortController()
    const answer = await fetch(`${address}/api/admin/live`, {
      headers: { 'Accept-Encoding': 'gzip, zstd' },
      signal: leave.signal,
    })
    expect(answer.headers.get('Content-Encoding')).toBeNull()
    const pieces = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await pieces?.read())?.value).toBe('retry: 2000\n\n')
    streams[0]?.write(':\n\n')
    expect((await pieces?.read())?.value).toBe(':\n\n')
    leave.abort()
    // The service learns that nobody listens any more.
    await vi.waitFor(() => expect(streams[0]?.destroyed).toBe(true), 60_000)
  })

  it('gives no file of the bucket to anybody', async ({ skip }) => {
    skip(!hasCaddy, REASON)
    for (const path of ['/some-files', '/some-files/licences/1']) {
      const { status, body } = await ask('GET', path)
      expect({ status, body }).toEqual({ status: 404, body: '404 Not Found' })
    }
  })

  it('keeps what is there for good, and what is missing not at all', async ({ skip }) => {
    skip(!hasCaddy, REASON)
    expect((await ask('GET', '/assets/app.js')).headers.get('Cache-Control')).toContain('immutable')
    for (const path of ['/', '/harbour-hire/portal', '/sw.js']) {
      expect([path, (await ask('GET', path)).headers.get('Cache-Control')]).toEqual([path, 'no-cache'])
    }
    for (const path of ['/assets/gone.js', '/gone.png', '/harbour-hire/portal/gone.webmanifest']) {
      const { status, headers } = await ask('GET', path)
      expect({ status, kept: headers.get('Cache-Control') }).toEqual({ status: 404, kept: 'no-store' })
    }
  })

  it('keeps a renter’s own page nowhere, and tells nobody its address', async ({ skip }) => {
    skip(!hasCaddy, REASON)
    const { status, headers, body } = await ask('GET', '/harbour-hire/booking/a-token')
    expect([status, body]).toEqual([200, '<!doctype html>'])
    expect([headers.get('Cache-Control'), headers.get('X-Robots-Tag'), headers.get('Referrer-Policy')]).toEqual([
      'no-store',
      'noindex, nofollow',
      'no-referrer',
    ])
  })

  it.for([
    ['GET', '/api/cars?a=1'],
    ['POST', '/api/bookings'],
    ['GET', '/objects/vehicles/1'],
  ] as const)(
    '%s %s: while no service can be reached, it answers as they do when they are busy',
    async ([method, path], { skip }) => {
      skip(!hasCaddy, REASON)
      const answer = await fetch(`${alone}${path}`, { method })
      const names = ['Content-Type', 'Retry-After', 'Cache-Control']
      const { status, headers } = unavailable()
      expect([answer.status, ...names.map((name) => answer.headers.get(name))]).toEqual([
        status,
        'application/problem+json',
        headers['Retry-After'],
        'no-store',
      ])
      expect(await answer.json()).toEqual(problemBody(unavailable()))
    },
  )

  it('answers as services do when a body of no stated length is too large, and says in words what is wrong with a page', async ({
    skip,
  }) => {
    skip(!hasCaddy, REASON)
    const body = new Blob([new Uint8Array(7_000_000)]).stream()
    // A stream says no length, and wants this, which the types of fetch do not know yet.
    const streamed = { method: 'POST', body, duplex: 'half' } as const
    const answer = await fetch(`${address}/api/bookings`, streamed)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([413, 'application/problem+json'])
    expect(await answer.json()).toEqual(problemBody(new Problem(413, 'too-large', 'The body is too large')))
    const manifest = await fetch(`${alone}/harbour-hire/portal/manifest.webmanifest`)
    expect([manifest.status, await manifest.text()]).toEqual([502, '502 Bad Gateway'])
  })

  it('does not ask for https on a plain connection', async ({ skip }) => {
    skip(!hasCaddy, REASON)
    expect((await ask('GET', '/')).headers.get('Strict-Transport-Security')).toBeNull()
  })
})
