import { randomUUID } from 'node:crypto'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

/** At this factor a business is asked too often after two requests within a minute. */
const TWO = 2 / 120
/** As many people at addresses of their own. */
const FLOOD = 40

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

/** A process in which visitors have asked this business for as much as they may. */
async function flooded() {
  const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
  const tenant = await world.tenant(command)
  const carId = await world.vehicle(command, tenant)
  const key = randomUUID()
  const body = bookingOf(carId, world.licence())
  const first = await askFrom(command, 1, body, { 'idempotency-key': key })
  expect([first.status, (await askFrom(command, 2, bookingOf(carId, world.licence()))).status]).toEqual([201, 201])
  return { command, tenant, carId, acknowledged: { key, body, text: first.text } }
}

type Body = ReturnType<typeof bookingOf>

function askFrom(command: Running, host: number, body: Body, headers: Readonly<Record<string, string>> = {}) {
  const from = { 'x-forwarded-for': `203.0.113.${host}` }
  return command.browser().post('/api/bookings', body, { headers: { ...from, ...headers } })
}

const flood = (command: Running, carId: string) =>
  Promise.all(
    Array.from({ length: FLOOD }, (_, host) => askFrom(command, 10 + host, bookingOf(carId, world.licence()))),
  )

const requestsOf = async ({ businessId }: Tenant) =>
  (await world.events()).filter(({ type, metadata }) => type === 'BookingRequested' && metadata.tenantId === businessId)

describe('visitors of a business that is asked too often', () => {
  it('are turned away with 429 and Retry-After before anything is looked at for them', async () => {
    const { command, tenant, carId } = await flooded()
    const [schedules, log, sessions] = [
      vi.spyOn(command.core.schedules, 'load'),
      vi.spyOn(command.core.log, 'read'),
      vi.spyOn(command.pool, 'query'),
    ]

    const answers = await flood(command, carId)

    for (const { status, problem, headers } of answers) {
      expect([status, problem.code]).toEqual([429, 'too-many-requests'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect(headers.get('x-request-id')).not.toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect([schedules, log, sessions].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
    expect(await requestsOf(tenant)).toHaveLength(2)
  })

  it('fill no log: one line tells of all of them', async () => {
    const { command, tenant, carId } = await flooded()
    const before = command.lines.length

    await flood(command, carId)

    const lines = command.lines.slice(before).filter((line) => !line.includes('"level":"debug"'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', businessId: tenant.businessId })
  })

  it('do not keep its staff from booking at the desk, nor anybody from another business', async () => {
    const { command, tenant, carId } = await flooded()
    const neighbour = await world.vehicle(command, await world.tenant(command, 'Quiet Rentals'))
    const staff = command.browser()
    await staff.signIn(tenant)

    const [desk, elsewhere] = await Promise.all([
      staff.post('/api/bookings', bookingOf(carId, world.licence())),
      askFrom(command, 3, bookingOf(neighbour, world.licence())),
      flood(command, carId),
    ])

    expect([desk.status, elsewhere.status]).toEqual([201, 201])
  })

  it.each([
    ['with the vehicle at its end', (body: Body) => ({ ...body, carId: undefined, notes: 'x', carId2: body.carId })],
    ['with long notes before it', (body: Body) => ({ notes: 'x'.repeat(20_000), ...body })],
  ])('are turned away whatever they send: %s', async (_what, changed) => {
    const { command, carId } = await flooded()
    await flood(command, carId)
    const text = JSON.stringify(changed(bookingOf(carId, world.licence()))).replace('carId2', 'carId')
    const answer = await command.browser().post('/api/bookings', undefined, {
      raw: text,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.99' },
    })
    expect([answer.status, answer.problem.code]).toEqual([429, 'too-many-requests'])
  })

  it('do not pass as staff with a session that nobody has signed', async () => {
    const { command, carId } = await flooded()
    const cookie = 'forecourt.sid=s%3Amade-up.signature'
    expect((await askFrom(command, 3, bookingOf(carId, world.licence()), { cookie })).status).toBe(429)
  })

  it('whose request was acknowledged are answered as the first time, and it stays one request', async () => {
    const { command, tenant, acknowledged } = await flooded()
    const { key, body, text } = acknowledged
    const again = await Promise.all(
      Array.from({ length: 5 }, (_, host) => askFrom(command, 10 + host, body, { 'idempotency-key': key })),
    )
    expect(again.map((answer) => [answer.status, answer.text])).toEqual(again.map(() => [201, text]))
    expect(await requestsOf(tenant)).toHaveLength(2)
  })

  it('are answered as the first time by a process that has to read for it', async () => {
    const { tenant, carId, acknowledged } = await flooded()
    const other = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const elsewhere = await world.vehicle(other, tenant)
    for (const host of [1, 2]) await askFrom(other, host, bookingOf(elsewhere, world.licence()))
    expect((await askFrom(other, 3, bookingOf(carId, world.licence()))).status).toBe(429)
    other.core.schedules.drop(scheduleStream(carId))

    const again = await askFrom(other, 4, acknowledged.body, { 'idempotency-key': acknowledged.key })

    expect([again.status, again.text]).toEqual([201, acknowledged.text])
  })
})

it('an address that asks too often is turned away before anything is looked at, from whomever it asks', async () => {
  const command = await world.start({ rateLimitFactor: 1 / 120, trustedHops: 1 })
  const tenant = await world.tenant(command)
  const carId = await world.vehicle(command, tenant)
  expect((await askFrom(command, 1, bookingOf(randomUUID(), world.licence()))).status).toBe(404)
  const load = vi.spyOn(command.core.vehicles, 'load')
  const refused = await askFrom(command, 1, bookingOf(carId, world.licence()))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect(load).not.toHaveBeenCalled()
  expect((await askFrom(command, 2, bookingOf(carId, world.licence()))).status).toBe(201)
})
