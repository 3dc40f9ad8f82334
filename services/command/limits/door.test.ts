import { randomUUID } from 'node:crypto'
import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { askFrom, flood, flooded, linesSince, TWO } from '../testing/flooded.ts'
import { bookingOf, createWorld, type Tenant, type World } from '../testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const requestsOf = async ({ businessId }: Tenant) =>
  (await world.events()).filter(({ type, metadata }) => type === 'BookingRequested' && metadata.tenantId === businessId)

describe('visitors of a business that is asked too often', () => {
  it('are turned away with 429 and Retry-After before anything is looked at for them', async () => {
    const { command, tenant, carId } = await flooded(world)
    const [schedules, log, sessions] = [
      vi.spyOn(command.core.schedules, 'load'),
      vi.spyOn(command.core.log, 'read'),
      vi.spyOn(command.pool, 'query'),
    ]

    const answers = await flood(world, command, carId)

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
    const { command, tenant, carId } = await flooded(world)
    const before = command.lines.length

    await flood(world, command, carId)

    const lines = linesSince(command, before)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', businessId: tenant.businessId })
  })

  it('do not keep its staff from booking at the desk, nor anybody from another business', async () => {
    const { command, tenant, carId } = await flooded(world)
    const neighbour = await world.vehicle(command, await world.tenant(command, 'Quiet Rentals'))
    const staff = command.browser()
    await staff.signIn(tenant)

    const [desk, elsewhere] = await Promise.all([
      staff.post('/api/bookings', bookingOf(carId, world.licence())),
      askFrom(command, 3, bookingOf(neighbour, world.licence())),
      flood(world, command, carId),
    ])

    expect([desk.status, elsewhere.status]).toEqual([201, 201])
  })

  it.each([
    [
      'with the vehicle at its end',
      (body: BookingRequest) => ({ ...body, carId: undefined, notes: 'x', carId2: body.carId }),
    ],
    ['with long notes before it', (body: BookingRequest) => ({ notes: 'x'.repeat(20_000), ...body })],
  ])('are turned away whatever they send: %s', async (_what, changed) => {
    const { command, carId } = await flooded(world)
    await flood(world, command, carId)
    const text = JSON.stringify(changed(bookingOf(carId, world.licence()))).replace('carId2', 'carId')
    const answer = await command.browser().post('/api/bookings', undefined, {
      raw: text,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.99' },
    })
    expect([answer.status, answer.problem.code]).toEqual([429, 'too-many-requests'])
  })

  it('do not pass as staff with a session that nobody has signed', async () => {
    const { command, carId } = await flooded(world)
    const cookie = 'forecourt.sid=s%3Amade-up.signature'
    expect((await askFrom(command, 3, bookingOf(carId, world.licence()), { cookie })).status).toBe(429)
  })

  it('whose request was acknowledged are answered as the first time, and it stays one request', async () => {
    const { command, tenant, acknowledged } = await flooded(world)
    const { key, body, text } = acknowledged
    const again = await Promise.all(
      Array.from({ length: 5 }, (_, host) => askFrom(command, 10 + host, body, { 'idempotency-key': key })),
    )
    expect(again.map((answer) => [answer.status, answer.text])).toEqual(again.map(() => [201, text]))
    expect(await requestsOf(tenant)).toHaveLength(2)
  })

  it('are answered as the first time by a process that has to read for it', async () => {
    const { tenant, carId, acknowledged } = await flooded(world)
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

describe('what never could be a booking', () => {
  it('counts for the address that sends it, and not for the business', async () => {
    const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const carId = await world.vehicle(command, await world.tenant(command))
    const rubbish = [{ carId }, { carId, notes: 'x' }, JSON.parse(`{"carId":"${carId}","__proto__":{}}`), { carId }]
    for (const [host, body] of rubbish.entries()) {
      expect((await askFrom(command, 10 + host, body)).status).toBe(422)
    }
    expect((await askFrom(command, 10, bookingOf(carId, world.licence()))).status).toBe(429)
    expect((await askFrom(command, 2, bookingOf(carId, world.licence()))).status).toBe(201)
  })

  it('counts for the address although there is no such vehicle', async () => {
    const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const ask = () => askFrom(command, 1, { carId: randomUUID() })
    expect([(await ask()).status, (await ask()).status]).toEqual([422, 429])
  })
})

const forged = (licence: string) => `${licence.slice(0, -4)}AAAA`

describe('requests that are refused', () => {
  it('close a business to nobody: ten addresses with made-up licences leave it to those who have one', async () => {
    const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const carId = await world.vehicle(command, await world.tenant(command))
    for (let host = 10; host < 20; host += 1) {
      const answer = await askFrom(command, host, bookingOf(carId, forged(world.licence())))
      expect([answer.status, answer.problem.code]).toEqual([422, 'licence-unknown'])
    }
    expect((await askFrom(command, 10, bookingOf(carId, world.licence()))).status).toBe(429)
    expect((await askFrom(command, 2, bookingOf(carId, world.licence()))).status).toBe(201)
    expect((await askFrom(command, 3, bookingOf(carId, world.licence()))).status).toBe(201)
    expect((await askFrom(command, 4, bookingOf(carId, world.licence()))).status).toBe(429)
  })

  it('are turned away at the door when they come from everywhere', async () => {
    const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const carId = await world.vehicle(command, await world.tenant(command))
    const statuses: number[] = []
    for (let host = 10; host < 40; host += 1) {
      statuses.push((await askFrom(command, host, bookingOf(carId, forged(world.licence())))).status)
    }
    expect(statuses).toEqual([...Array(20).fill(422), ...Array(10).fill(429)])
    const load = vi.spyOn(command.core.schedules, 'load')
    const answer = await askFrom(command, 50, bookingOf(carId, world.licence()))
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect(load).not.toHaveBeenCalled()
  })
})

describe('whoever says that they act as a member', () => {
  it('and has no session of ours is refused with 401 before anything is looked at, and told of together', async () => {
    const command = await world.start({ trustedHops: 1 })
    const tenant = await world.tenant(command)
    const carId = await world.vehicle(command, tenant)
    const before = command.lines.length
    const load = vi.spyOn(command.core.vehicles, 'load')
    const headers = { 'x-acting-member': tenant.userId, cookie: 'forecourt.sid=s%3Amade-up.signature' }

    const answers = await flood(world, command, carId, () => headers)

    expect(new Set(answers.map(({ status, problem }) => `${status} ${problem.code}`))).toEqual(
      new Set(['401 not-signed-in']),
    )
    expect(load).not.toHaveBeenCalled()
    expect(linesSince(command, before)).toHaveLength(1)
  })

  it('at a desk whose session has ended hears 401 and never 429, however full the business is', async () => {
    const { command, tenant, carId } = await flooded(world)
    const staff = command.browser()
    await staff.signIn(tenant)
    const cookies = [...staff.cookies]
    await staff.post('/api/auth/logout')
    await flood(world, command, carId)
    const send = () =>
      staff.post('/api/bookings', bookingOf(carId, world.licence()), { headers: { 'x-acting-member': tenant.userId } })

    expect((await send()).status).toBe(401)
    for (const [name, value] of cookies) staff.cookies.set(name, value)
    expect((await send()).status).toBe(401)
  })
})

const newKey = () => ({ 'idempotency-key': randomUUID() })

it('a key nobody has sent before is no way in to a full business, and its vehicles are not read for each of them', async () => {
  const { command, tenant } = await flooded(world)
  const never = await world.vehicle(command, tenant)
  const read = vi.spyOn(command.core.log, 'read')
  // A process that has heard nothing for a while looks for itself each time: that is another matter.
  const hearing = vi.spyOn(command.core.hearing, 'isInterrupted', 'get').mockReturnValue(false)
  onTestFinished(() => hearing.mockRestore())

  const answers = [...(await flood(world, command, never, newKey)), ...(await flood(world, command, never, newKey))]

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  // Once a second, however many come.
  expect(read.mock.calls.length).toBeLessThan(10)
})

describe('of visitors who are turned away', () => {
  it('the log names the business when it is the business that is full, and not when it is their address', async () => {
    const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
    const tenant = await world.tenant(command)
    const carId = await world.vehicle(command, tenant)
    const ask = async (host: number) => (await askFrom(command, host, bookingOf(carId, world.licence()))).status
    const before = command.lines.length

    expect([await ask(1), await ask(1), await ask(2), await ask(3), await ask(1)]).toEqual([201, 429, 201, 429, 429])

    const told = linesSince(command, before)
      .map((line) => JSON.parse(line))
      .filter(({ msg, message = msg }) => message.startsWith('visitors are turned away'))
    expect(told.map(({ businessId }) => businessId)).toEqual([undefined, tenant.businessId])
  })
})
