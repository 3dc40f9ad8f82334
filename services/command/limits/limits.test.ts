import { randomUUID } from 'node:crypto'
import { addressKey } from '@forecourt/kit/address-key.ts'
import { Problem } from '@forecourt/kit/problem.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { createLimits, type Limits } from './limits.ts'

let world: World
let command: Running
let tenant: Tenant

beforeAll(async () => {
  world = await createWorld()
  command = await world.start({ trustedHops: 1 })
  tenant = await world.tenant(command)
})
afterEach(() => {
  vi.useRealTimers()
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
    const start = Date.now()
    for (let i = 1; i < 120; i += 1) {
      // Thirty a minute.
      vi.useFakeTimers({ toFake: ['Date'], now: start + 61_000 * Math.floor(i / 30) })
      const absent = bookingOf(randomUUID(), world.licence())
      expect((await strict.browser().post('/api/bookings', absent, { headers })).status).toBe(404)
    }
    const refused = await strict.browser().post('/api/bookings', bookingOf(carId, world.licence()), { headers })
    expect([refused.status, refused.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3300)

    const replayed = await strict.browser().post('/api/bookings', body, { headers: { ...headers, ...key } })
    expect([replayed.status, replayed.text]).toEqual([201, first.text])
    const elsewhere = { 'x-forwarded-for': '203.0.113.8' }
    expect((await strict.browser().post('/api/bookings', body, { headers: elsewhere })).status).toBe(201)
    const staff = strict.browser()
    await staff.post('/api/auth/login', { ...tenantSignIn() }, { headers })
    const desk = await staff.post('/api/bookings', bookingOf(carId, world.licence()), { headers })
    expect(desk.status).toBe(201)
  })

  it('read nothing for an address that asks too often', async () => {
    const strict = await world.start({ rateLimitFactor: 1 / 120 })
    const ask = () => strict.browser().post('/api/bookings', bookingOf(randomUUID(), world.licence()))
    expect((await ask()).status).toBe(404)
    const read = vi.spyOn(strict.core.log, 'read')
    expect((await ask()).status).toBe(429)
    expect(read).not.toHaveBeenCalled()
  })

  it('give back what a request that was made already has cost', async () => {
    const strict = await world.start({ rateLimitFactor: 2 / 120 })
    const headers = { 'idempotency-key': randomUUID() }
    const body = bookingOf(await world.vehicle(command, tenant), world.licence())
    const send = (process: Running) => process.browser().post('/api/bookings', body, { headers })
    const first = await send(command)
    for (let i = 0; i < 4; i += 1) expect((await send(strict)).text).toBe(first.text)
  })

  it('do not count uploads by staff', async () => {
    const strict = await world.start({ rateLimitFactor: 1 / 240 })
    const staff = strict.browser()
    await staff.signIn(await world.tenant(strict, 'Upload Rentals'))
    for (let i = 0; i < 3; i += 1) {
      const target = await staff.post('/api/objects/upload', { purpose: 'license' })
      expect(target.status).toBe(200)
      const licenseImageURL = z.object({ uploadURL: z.string() }).parse(target.body).uploadURL
      expect((await staff.put('/api/license-upload', { licenseImageURL })).problem.code).toBe('upload-missing')
    }
    const visitor = strict.browser()
    const target = await visitor.post('/api/objects/upload', { purpose: 'license' })
    const licenseImageURL = z.object({ uploadURL: z.string() }).parse(target.body).uploadURL
    expect((await visitor.put('/api/license-upload', { licenseImageURL })).status).toBe(422)
    expect((await visitor.put('/api/license-upload', { licenseImageURL })).status).toBe(429)
    expect((await visitor.post('/api/objects/upload')).status).toBe(429)
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

/** Calls until one is refused; how many were not. */
async function letThrough(call: (limits: Limits, index: number) => Promise<unknown>): Promise<number> {
  const limits = createLimits(command.pool, 1, command.core.lookupKey)
  for (let index = 0; ; index += 1) {
    try {
      await call(limits, index)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) return index
      throw error
    }
  }
}

const isWrong = async () => false
const away = async () => {
  throw new Error('nobody answers')
}

describe('a try to sign in', () => {
  it('that could not be checked is no failed one, however often', async () => {
    const limits = createLimits(command.pool, 1, command.core.lookupKey)
    for (let tries = 0; tries < 120; tries += 1) {
      await expect(limits.signIn('192.0.2.200', 'an unlucky account', away)).rejects.toThrow('nobody answers')
    }
    expect(await limits.signIn('192.0.2.200', 'an unlucky account', async () => 'right')).toBe('right')
  })

  it('of an account that has had too many counts for nobody else at the same address', async () => {
    const limits = createLimits(command.pool, 1, command.core.lookupKey)
    const ofOffice = (account: string) => limits.signIn('192.0.2.201', account, isWrong)
    for (let tries = 0; tries < 10; tries += 1) expect(await ofOffice('forgetful')).toBe(false)
    for (let tries = 0; tries < 100; tries += 1) {
      await expect(ofOffice('forgetful')).rejects.toMatchObject({ status: 429 })
    }
    expect(await ofOffice('somebody else')).toBe(false)
  })
})

describe('each limit lets through exactly its figure', () => {
  const ip = '203.0.113.9'

  it.each<[number, string, (limits: Limits, index: number) => Promise<unknown>]>([
    [30, 'requests for bookings of an address in a minute', (under) => under.bookingRequest(ip)],
    [120, 'requests for bookings of a business in a minute', (under) => under.bookingRequestOf('business')],
    [120, 'upload targets of an address', (under) => under.uploadTarget(ip)],
    [240, 'finished uploads of an address', (under) => under.uploadFinish(ip)],
    [10, 'failed sign-ins of an account', (under, index) => under.signIn(`192.0.2.${index}`, 'one account', isWrong)],
    [100, 'failed sign-ins of an address', (under, index) => under.signIn(ip, `account ${index}`, isWrong)],
  ])('%i %s', async (figure, _what, call) => {
    expect(await letThrough(call)).toBe(figure)
  })

  it.each<[number, number, string, (limits: Limits) => Promise<unknown>]>([
    [1200, 120, 'a business, in ten minutes', (under) => under.bookingRequestOf('business')],
    [120, 30, 'an address, in four minutes', (under) => under.bookingRequest(ip)],
  ])(
    '%i requests for bookings, %i a minute, of %s or more; who is refused is not counted',
    async (most, fast, _who, ask) => {
      vi.useFakeTimers()
      const limits = createLimits(command.pool, 1, command.core.lookupKey)
      const minutes = most / fast
      for (let minute = 0; minute < minutes; minute += 1) {
        for (let index = 0; index < fast; index += 1) await ask(limits)
        await expect(ask(limits)).rejects.toMatchObject({ status: 429 })
        vi.advanceTimersByTime(60_000)
      }
      const headers = { 'Retry-After': String((60 - minutes) * 60) }
      await expect(ask(limits)).rejects.toMatchObject({ status: 429, headers })
    },
  )

  it('a business is full no longer when what was counted is given back', async () => {
    const limits = createLimits(command.pool, 2 / 120, command.core.lookupKey)
    const counted = [await limits.bookingRequestOf('business'), await limits.bookingRequestOf('business')]
    await expect(limits.bookingRequestOf('business')).rejects.toMatchObject({ status: 429 })
    await expect(limits.mayBeAskedForBooking('business')).rejects.toMatchObject({ status: 429 })
    expect([...limits.fullBusinesses.keys()]).toEqual(['business'])

    await counted[0]?.giveBack()
    await counted[0]?.giveBack()

    expect([...limits.fullBusinesses.keys()]).toEqual([])
    await limits.mayBeAskedForBooking('business')
    await limits.bookingRequestOf('business')
    await expect(limits.bookingRequestOf('business')).rejects.toMatchObject({ status: 429 })
  })

  it('what was refused uses up no booking of a business, and all that is asked of it ten times as much', async () => {
    const limits = createLimits(command.pool, 2 / 120, command.core.lookupKey)
    for (let asked = 0; asked < 18; asked += 1) await (await limits.bookingRequestOf('business')).refused()
    const kept = await limits.bookingRequestOf('business')
    const last = await limits.bookingRequestOf('business')
    await expect(limits.mayBeAskedForBooking('business')).rejects.toMatchObject({ status: 429 })
    await last.refused()
    // It may be asked for another booking, and has been asked twenty times.
    await expect(limits.bookingRequestOf('business')).rejects.toMatchObject({ status: 429 })
    await expect(limits.mayBeAskedForBooking('business')).rejects.toMatchObject({ status: 429 })
    expect([...limits.fullBusinesses.keys()]).toEqual(['business'])

    await kept.giveBack()

    expect([...limits.fullBusinesses.keys()]).toEqual([])
    await limits.bookingRequestOf('business')
    await expect(limits.bookingRequestOf('business')).rejects.toMatchObject({ status: 429 })
  })

  it('a business that was full for an hour of bookings is so for a minute when these were refused', async () => {
    vi.useFakeTimers()
    const limits = createLimits(command.pool, 1 / 1200, command.core.lookupKey)
    const asked = await limits.bookingRequestOf('business')
    await expect(limits.mayBeAskedForBooking('business')).rejects.toMatchObject({ headers: { 'Retry-After': '3600' } })
    await asked.refused()
    expect(limits.fullBusinesses.size).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(limits.fullBusinesses.size).toBe(0)
    await limits.mayBeAskedForBooking('business')
  })

  it('a business is full for no longer than a minute when the clock is put back', async () => {
    vi.useFakeTimers()
    const limits = createLimits(command.pool, 2 / 120, command.core.lookupKey)
    await limits.bookingRequestOf('business')
    await limits.bookingRequestOf('business')
    vi.setSystemTime(Date.now() - 3_600_000)
    await expect(limits.mayBeAskedForBooking('business')).rejects.toMatchObject({ headers: { 'Retry-After': '60' } })
    expect(limits.fullBusinesses.size).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(limits.fullBusinesses.size).toBe(0)
    await limits.mayBeAskedForBooking('business')
  })

  it('one business is full for all addresses, another business is not', async () => {
    const strict = await world.start({ rateLimitFactor: 2 / 120, trustedHops: 1 })
    const elsewhere = await world.tenant(strict, 'Quiet Rentals')
    const [one, other] = [await world.vehicle(strict, tenant), await world.vehicle(strict, elsewhere)]
    const ask = (carId: string, host: number) =>
      strict.browser().post('/api/bookings', bookingOf(carId, world.licence()), {
        headers: { 'x-forwarded-for': `203.0.113.${host}` },
      })
    expect((await ask(one, 1)).status).toBe(201)
    expect((await ask(one, 2)).status).toBe(201)
    expect((await ask(one, 3)).status).toBe(429)
    expect((await ask(other, 4)).status).toBe(201)
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
