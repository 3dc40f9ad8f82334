import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookingOf, createWorld, PUBLIC_URL, type Running, type Tenant, type World } from './testing/world.ts'

let world: World
let command: Running
let tenant: Tenant
let carId: string

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  tenant = await world.tenant(command)
  carId = await world.vehicle(command, tenant)
})
afterAll(() => world.stop())

const json = { 'content-type': 'application/json' }
/** Latin-1's way to write it. */
const NO_UTF_8 = Buffer.from('{"notes":"Müller"}', 'latin1')
const CALLS = [
  ['POST', '/api/bookings'],
  ['PUT', '/api/admin/bookings/x'],
  ['POST', '/api/auth/login'],
  ['POST', '/api/auth/logout'],
  ['POST', '/api/objects/upload'],
  ['PUT', '/api/license-upload'],
] as const

describe.each(CALLS)('%s %s', (method, path) => {
  it.each([
    ['broken JSON', 400, { raw: '{"a":' }],
    ['bytes that are no UTF-8', 400, { raw: NO_UTF_8 }],
    ['form data', 415, { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['text', 415, { raw: '{}', headers: { 'content-type': 'text/plain' } }],
    ['another charset', 415, { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-7' } }],
    ['a compressed body', 415, { raw: gzipSync('{}'), headers: { ...json, 'content-encoding': 'gzip' } }],
    ['a body over 64 kB', 413, { raw: JSON.stringify({ notes: 'x'.repeat(70_000) }) }],
  ])('answers %s with %i', async (_what, status, sending) => {
    const answer = await command.browser().send(method, path, undefined, sending)
    expect(answer.status).toBe(status)
    expect(answer.problem.status).toBe(status)
    expect(answer.problem.message).toBe(answer.problem.detail)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.text).not.toMatch(/node_modules|\.ts:|at /)
  })

  it('keeps no question marks in place of bytes that are no UTF-8, and says that they are none', async () => {
    for (const bytes of [
      NO_UTF_8,
      Buffer.from([...Buffer.from('"Bad'), 0xff, 0xfe, 0x22]),
      Buffer.from('22eda08022', 'hex'),
    ]) {
      const { problem } = await command.browser().send(method, path, undefined, { raw: bytes })
      expect(problem).toMatchObject({ status: 400, code: 'malformed', detail: 'The body is not UTF-8' })
    }
  })

  it.each(['null', '"text"', '7'])('answers %s, which is JSON but no object, as it answers a list', async (raw) => {
    const [bare, list] = [
      await command.browser().send(method, path, undefined, { raw }),
      await command.browser().send(method, path, undefined, { raw: '[]' }),
    ]
    expect([bare.status, bare.problem]).toEqual([list.status, list.problem])
  })

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }, 403],
    [{ 'sec-fetch-site': '', origin: 'https://evil.example' }, 403],
  ])('is refused from another origin: %j', async (headers, status) => {
    const answer = await command.browser().send(method, path, {}, { headers })
    expect([answer.status, answer.problem.code]).toEqual([status, 'foreign-origin'])
  })

  it('in capitals is 404, whoever sends it from wherever', async () => {
    for (const capitals of [path.toUpperCase(), path.replace('/api', '/API'), `/api${path.slice(4).toUpperCase()}`]) {
      const answer = await command
        .browser()
        .send(method, capitals, {}, { headers: { 'sec-fetch-site': 'same-origin' } })
      expect([capitals, answer.status]).toEqual([capitals, 404])
    }
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await command.browser().send(method, path.toUpperCase(), {}, foreign)).status).toBe(404)
  })

  it.each(['?x=1', '?x=1&x=2', '?__proto__=1'])('refuses a query (%s) with 400 invalid-query', async (query) => {
    const answer = await command.browser().send(method, path + query, {})
    expect([answer.status, answer.problem.code]).toEqual([400, 'invalid-query'])
  })

  it('refuses an Idempotency-Key that is no UUID with 400', async () => {
    const answer = await command.browser().send(method, path, {}, { headers: { 'idempotency-key': 'again!' } })
    expect([answer.status, answer.problem.code]).toEqual([400, 'malformed-idempotency-key'])
  })

  it('answers another method with 405 and what is allowed', async () => {
    const answer = await command.browser().send('DELETE', path, undefined)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, method])
  })

  it.each([
    ['a query', '?x=1', {}],
    ['a body that is no JSON', '', { raw: 'a=b', headers: { 'content-type': 'text/plain' } }],
    ['an Idempotency-Key that is no UUID', '', { headers: { 'idempotency-key': 'again!' } }],
  ])('answers another method with %s so as well: the method comes first', async (_what, query, sending) => {
    const answer = await command.browser().send('PATCH', path + query, {}, sending)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, method])
  })
})

describe('every answer', () => {
  it('carries the security headers and a request id, and names no server', async () => {
    const answer = await command.browser().post('/api/bookings', {})
    const csp = answer.headers.get('content-security-policy')
    for (const rule of ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(csp).toContain(rule)
    }
    expect(csp).not.toContain('unsafe')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('to an unknown path below /api is a problem', async () => {
    const answer = await command.browser().post('/api/nothing', {})
    expect([answer.status, answer.problem.code]).toEqual([404, 'not-found'])
  })

  it('to a call of the other service with another method says what it can be asked with, whatever the query', async () => {
    for (const method of ['PUT', 'PATCH']) {
      const answer = await command.browser().send(method, '/api/cars?businessSlug=x', {})
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })

  it('comes from our own origin by Origin alone, or from a native client', async () => {
    for (const headers of [{ 'sec-fetch-site': 'none' }]) {
      expect((await command.browser().post('/api/bookings', {}, { headers })).status).toBe(422)
    }
    const { status } = await fetch(`${command.url}/api/bookings`, {
      method: 'POST',
      body: '{}',
      headers: { ...json, origin: PUBLIC_URL },
    })
    expect(status).toBe(422)
    const bare = await fetch(`${command.url}/api/bookings`, { method: 'POST', body: '{}', headers: json })
    expect(bare.status).toBe(403)
  })
})

describe('a hostile body', () => {
  it.each([
    '{"__proto__": {"status": "approved"}}',
    '{"constructor": {"prototype": {"a": 1}}}',
    '{"customer": {"__proto__": {"a": 1}}}',
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    'null',
    '[]',
  ])('%.40s is refused and has no effect', async (raw) => {
    const answer = await command.browser().send('POST', '/api/bookings', undefined, { raw })
    expect([400, 422]).toContain(answer.status)
    expect(Object.prototype).not.toHaveProperty('status')
  })

  it('with every stored name in it is refused', async () => {
    const names = [
      'id',
      'customerId',
      'businessId',
      'status',
      'hiddenFromRecent',
      'isAdmin',
      'role',
      'password',
      'createdAt',
    ]
    for (const name of names) {
      const answer = await command.browser().post('/api/bookings', {
        ...bookingOf(carId, world.licence()),
        [name]: 'x',
      })
      expect([name, answer.status]).toEqual([name, 422])
    }
  })
})

describe('health', () => {
  it('/healthz says that the process runs, /readyz that its database answers', async () => {
    for (const path of ['/healthz', '/readyz'])
      await expect.poll(async () => (await fetch(command.url + path)).status, { timeout: 60_000 }).toBe(200)
  })
})

describe('shutdown under load', () => {
  it('answers everything that was taken, and what was acknowledged is in the log', { timeout: 240_000 }, async () => {
    const process = await world.start()
    const cars = await Promise.all(Array.from({ length: 8 }, () => world.vehicle(command, tenant)))
    const acknowledged: string[] = []
    let refusedConnections = 0
    const load = cars.map(async (car) => {
      for (let i = 0; i < 40; i += 1) {
        try {
          const answer = await process.browser().post('/api/bookings', bookingOf(car, world.licence()))
          expect(answer.status).toBe(201)
          acknowledged.push(answer.text)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          refusedConnections += 1
          return
        }
      }
    })
    // On a fast machine all of it would be over by the second look.
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(20)
    await process.stop()
    await Promise.all(load)
    expect(refusedConnections).toBeGreaterThan(0)
    const stored = new Set((await world.events()).flatMap(({ data }) => JSON.parse(data).bookingId ?? []))
    for (const text of acknowledged) expect(stored).toContain(JSON.parse(text).id)
  })

  it('cuts a caller who never finishes', { timeout: 240_000 }, async () => {
    const process = await world.start()
    const socket = connect(process.server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /api/bookings HTTP/1.1\r\nhost: x\r\nsec-fetch-site: none\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await expect.poll(() => process.server.underWay).toBe(1)
    await process.stop()
    await closed
  })
})
