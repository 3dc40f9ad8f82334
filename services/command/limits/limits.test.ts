import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { addressKey } from './address.ts'

let world: World
let command: Running
let tenant: Tenant

beforeAll(async () => {
  world = await createWorld()
  command = await world.start({ trustedHops: 1 })
  tenant = await world.tenant(command)
})
afterAll(() => world.stop())

describe('limits on anonymous calls', () => {
  it('let 120 requests for bookings an hour through from one address, then 429 with Retry-After', async () => {
    const strict = await world.start({ rateLimitFactor: 1, trustedHops: 1 })
    const carId = await world.vehicle(strict, tenant)
    const headers = { 'x-forwarded-for': '203.0.113.7' }
    const key = { 'idempotency-key': randomUUID() }
    const body = bookingOf(carId, world.licence())
    const first = await strict.browser().post('/api/bookings', body, { headers: { ...headers, ...key } })
    expect(first.status).toBe(201)
    for (let i = 0; i < 119; i += 1)
      await strict.browser().post('/api/bookings', bookingOf(randomUUID(), world.licence()), { headers })
    const refused = await strict.browser().post('/api/bookings', bookingOf(carId, world.licence()), { headers })
    expect([refused.status, refused.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)

    const replayed = await strict.browser().post('/api/bookings', body, { headers: { ...headers, ...key } })
    expect([replayed.status, replayed.text]).toEqual([201, first.text])
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expect((await strict.browser().post('/api/bookings', body, { headers: elsewhere })).status).toBe(201)
    const staff = strict.browser()
    await staff.post('/api/auth/login', { ...tenantSignIn() }, { headers })
    const desk = await staff.post('/api/bookings', bookingOf(carId, world.licence()), { headers })
    expect(desk.status).toBe(201)
  })

  it('let 120 upload targets an hour through from one address', async () => {
    const strict = await world.start({ rateLimitFactor: 1 })
    const answers = await Promise.all(Array.from({ length: 121 }, () => strict.browser().post('/api/objects/upload')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('let 10 failed sign-ins of an account through in all processes together, even sent at once', async () => {
    const one = await world.start({ rateLimitFactor: 1, trustedHops: 1 })
    const two = await world.start({ rateLimitFactor: 1, trustedHops: 1 })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? one : two)
          .browser()
          .post(
            '/api/auth/login',
            { ...tenantSignIn(), password: `guess ${i}` },
            { headers: { 'x-forwarded-for': `198.51.100.${i}` } },
          ),
      ),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    const limited = answers.filter((answer) => answer.status === 429)
    expect(limited).toHaveLength(20)
    expect(Number(limited[0]?.headers.get('retry-after'))).toBeGreaterThan(800)
    const restarted = await world.start({ rateLimitFactor: 1 })
    expect((await restarted.browser().signIn(tenant)).status).toBe(429)
  })

  it('do not count sign-ins that succeed', async () => {
    const strict = await world.start({ rateLimitFactor: 1 })
    const somebody = await world.tenant(strict, 'Busy Rentals')
    for (let i = 0; i < 12; i += 1) expect((await strict.browser().signIn(somebody)).status).toBe(200)
  })

  it('store neither addresses nor e-mails', async () => {
    await command
      .browser()
      .post(
        '/api/auth/login',
        { ...tenantSignIn(), password: 'wrong' },
        { headers: { 'x-forwarded-for': '192.0.2.77' } },
      )
    const { rows } = await command.pool.query('select * from public.sign_in_attempts')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('192.0.2.77')
    expect(JSON.stringify(rows)).not.toContain(tenant.email)
  })
})

const tenantSignIn = () => ({ email: tenant.email, password: tenant.password, businessSlug: tenant.slug })

describe('what counts as one address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    [undefined, 'unknown'],
  ])('%s is %s', (ip, key) => {
    expect(addressKey(ip)).toBe(key)
  })
})
