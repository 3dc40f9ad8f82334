import { randomBytes } from 'node:crypto'
import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { Customers } from '@forecourt/contracts/customer.ts'
import { CarPerformance, Stats } from '@forecourt/contracts/figures.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { takeFaults } from '@forecourt/infra/testing/conformance.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { serve } from '@forecourt/kit/serve.ts'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { parse } from 'zod/v4/core'
import { createYardstickApp } from './app.ts'
import { callersBySession, callersByStatement } from './callers.ts'
import { Variant } from './config.ts'
import { prepareYardstick } from './database.ts'
import { addBusiness, signIn } from './fill.ts'
import { createRelay, mailsWaiting, type OutboxMail } from './outbox.ts'

const PUBLIC_URL = 'http://localhost:3000'
const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
const Made = z.object({ id: z.string() })

// Its answers are those of the contracts but for their headers: its entity tags are Express's own, on every answer.
afterEach(() => {
  takeFaults()
})

/** The service on a database of its own, with a business of two vehicles and somebody of its staff. */
async function open(variant: Variant) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const connectionString = await prepareYardstick(database.url)
  const log = createLog({ service: 'test', level: 'silent' })
  const pool = createPgPool({ connectionString, applicationName: 'yardstick', log })
  onTestFinished(() => pool.end())
  const options = { pool, publicUrl: PUBLIC_URL, secret: randomBytes(32).toString('hex') }
  const callers = variant === 'crud-tx' ? callersBySession(options) : callersByStatement(options)
  const server = await serve(createYardstickApp({ ...options, callers, log }), { host: '127.0.0.1', port: 0, log })
  onTestFinished(() => server.close())
  const business = await addBusiness(pool, 'harbour-hire', 2)
  const cookie = await signIn(pool, business.id, options)

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      etag: answer.headers.get('etag') ?? '',
      body: text === '' ? null : JSON.parse(text),
    }
  }
  return {
    pool,
    business,
    ask: (path: string, headers: Record<string, string> = { cookie }) => send('GET', path, undefined, headers),
    request: (from: number, days: number, email = 'ada@renters.example', vehicle = business.vehicles[0]) =>
      send('POST', '/api/bookings', {
        carId: vehicle,
        pickupDate: addDays(today, from),
        dropoffDate: addDays(today, from + days),
        customerName: 'Ada Byron',
        customerEmail: email,
        customerPhone: '07700900123',
        customerAddress: '12 Harbour Street',
        licenseImageUrl: '/objects/licences/a-licence',
      }),
    change: (id: string, status: string, headers: Record<string, string> = { cookie }) =>
      send('PUT', `/api/admin/bookings/${id}`, { status }, headers),
  }
}

describe.each(Variant.options)('the yardstick as %s', (variant) => {
  it('approves no two bookings that share a day, however many are decided at once', async () => {
    const { pool, request, change } = await open(variant)
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => request(10 + (n % 4), 4, `r${n}@renters.example`)),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const decided = await Promise.all(made.map(({ body }) => change(Made.parse(body).id, 'approved')))
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(decided.filter(({ status }) => status === 409)).toHaveLength(11)
    const { rows } = await pool.query(`select count(*)::int as count from bookings where status = 'approved'`)
    expect(rows).toEqual([{ count: 1 }])
    expect(await request(13, 1)).toMatchObject({ status: 409, body: { code: 'dates-unavailable' } })
    expect((await request(20, 1)).status).toBe(201)
  })

  it('keeps one customer for one address, however it is written and whoever is faster', async () => {
    const { pool, request, business } = await open(variant)
    const written = ['ada@renters.example', 'Ada@Renters.example']
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, n) => request(2 * n + 1, 1, written[n % 2], business.vehicles[n % 2])),
    )
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 201))
    const { rows } = await pool.query('select email from customers')
    expect(rows).toEqual([{ email: 'ada@renters.example' }])
  })

  it('takes at most fifty requests for a vehicle', async () => {
    const { request } = await open(variant)
    const made = await Promise.all(Array.from({ length: 52 }, (_, n) => request(n + 1, 1)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(made.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it('answers as the contracts say, 304 to those who have it, and nobody without a session', async () => {
    const { ask, request, change, business } = await open(variant)
    await change(Made.parse((await request(1, 3)).body).id, 'approved')
    const month = `year=${today.slice(0, 4)}&month=${Number(today.slice(5, 7)) - 1}`
    const questions = [
      ['/api/admin/bookings', AdminBookings],
      ['/api/admin/customers', Customers],
      [`/api/admin/stats?${month}`, Stats],
      ['/api/admin/car-performance', CarPerformance],
      ['/api/cars?businessSlug=harbour-hire', Fleet],
      [`/api/cars/${business.vehicles[0]}/booked-dates`, BookedDates],
    ] as const
    for (const [path, schema] of questions) {
      const { status, body, etag } = await ask(path)
      expect([path, status]).toEqual([path, 200])
      expect(parse(schema, body)).toEqual(body)
      const again = await ask(path, { 'if-none-match': etag, 'cache-control': 'max-age=0' })
      expect([path, again.status]).toEqual([path, path.includes('admin') ? 401 : 304])
    }
    expect((await ask('/api/admin/bookings')).body).toMatchObject([{ status: 'approved', customerName: 'Ada Byron' }])
    expect((await ask(`/api/cars/${business.vehicles[0]}/booked-dates`)).body).toHaveLength(1)
    expect((await change('00000000-0000-4000-8000-000000000000', 'approved', {})).status).toBe(401)
  })

  it('shows a member nothing of another business', async () => {
    const { pool, ask, change, request } = await open(variant)
    const { id } = Made.parse((await request(1, 3)).body)
    await pool.query(
      `update sessions set sess = jsonb_set(sess::jsonb, '{member,businessId}', '"${(await addBusiness(pool, 'other', 1)).id}"')`,
    )
    expect((await ask('/api/admin/bookings')).body).toEqual([])
    expect((await change(id, 'approved')).status).toBe(404)
  })

  it('sends the mails that its outbox tells of, and again what could not be sent', async () => {
    const { pool, request } = await open(variant)
    await request(1, 3)
    const failing = createRelay(pool, () => Promise.reject(new Error('the server is away')))
    await expect(failing()).rejects.toThrow('away')
    expect(await mailsWaiting(pool)).toBe(2)
    const sent: OutboxMail[] = []
    const relay = createRelay(pool, async (mail) => void sent.push(mail))
    expect([await relay(), await relay(), await mailsWaiting(pool)]).toEqual([1, 0, 0])
    expect(sent.map(({ to }) => to.address)).toEqual(['ada@renters.example', 'desk@harbour-hire.example'])
  })
})
