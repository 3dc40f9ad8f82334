import { randomUUID } from 'node:crypto'
import { BookingReceipt } from '@forecourt/contracts/booking.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { describe, expect, it, vi } from 'vitest'
import { deactivateBusiness } from '../business/deactivate.ts'
import { changeVehicle, changeVehicleStatus, removeVehicle } from '../fleet/vehicles.ts'
import { createCore } from '../log/core.ts'
import { type Answer, idOf } from '../testing/browser.ts'
import { bookingOf } from '../testing/world.ts'
import { worldOfFile } from '../testing/world-of-file.ts'
import { requestBooking } from './request.ts'

const { world, command, tenant } = await worldOfFile()

const NO_DAY = 'A real day like 2026-12-08, without a time'

/** How many events the log holds: a refusal writes nothing. */
const written = async () => (await world.events()).length

async function ask(carId: string, change = {}, headers = {}): Promise<Answer> {
  return await command.browser().post('/api/bookings', bookingOf(carId, world.licence(), change), { headers })
}

describe('POST /api/bookings', () => {
  it('answers 201 with the booking, priced by the server, and says up to where the log was written', async () => {
    const carId = await world.vehicle(command, tenant)
    const answer = await ask(carId, { reference: 'BR-1765180800000', totalAmount: '90.00' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(new RegExp(`^${carId}\\.[0-9A-Z]{26}$`)),
      reference: 'BR-1765180800000',
      status: 'pending',
      carId,
      pickupDate: '2026-12-08',
      dropoffDate: '2026-12-10',
      days: 2,
      dailyRate: '45.00',
      totalAmount: '90.00',
      createdAt: '2026-11-21T09:00:00.000Z',
    })
    const position = answer.headers.get('x-log-position')
    expect(position).toMatch(/^\d+$/)
    expect(answer.headers.getSetCookie()).toContainEqual(`seen=${position}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax`)
  })

  it('makes a reference when the client sends none, another for each of many at once', async () => {
    const vehicle = await world.vehicle(command, tenant)
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(vehicle)))
    const references = answers.map(({ body }) => BookingReceipt.parse(body).reference)
    for (const reference of references) expect(reference).toMatch(/^BR-1795251600000[0-9A-Z]{4}$/)
    expect(new Set(references).size).toBe(8)
  })

  it('keeps what a person typed sealed: none of it is readable in the log', async () => {
    const canary = `Canary${randomUUID().slice(0, 8)}`
    await ask(await world.vehicle(command, tenant), {
      customerName: canary,
      customerEmail: `${canary}@example.com`,
      customerAddress: `${canary} Street`,
      notes: `${canary} notes`,
    })
    const events = JSON.stringify((await world.events()).map(({ data, metadata }) => [data, metadata]))
    expect(events).not.toContain(canary)
    expect(events.toLowerCase()).not.toContain(canary.toLowerCase())
    expect(command.lines.join('')).not.toContain(canary)
  })

  it.each([
    ['a car that nobody has', () => randomUUID()],
    ['an id that cannot be one', () => 'not-an-id'],
  ])('answers 404 "Selected car not found" for %s', async (_what, carId) => {
    const answer = await ask(carId())
    expect(answer.status).toBe(404)
    expect(answer.problem).toMatchObject({ code: 'not-found', message: 'Selected car not found' })
  })

  it('answers for a vehicle of a closed business as for one that nobody has', async () => {
    const closed = await world.tenant(command, 'Closed Cars')
    const carId = await world.vehicle(command, closed)
    await deactivateBusiness(command.core, command.pool, world.call(), closed.businessId, 'test')
    const answer = await ask(carId)
    expect([answer.status, answer.text]).toEqual([404, (await ask(randomUUID())).text])
  })

  it('answers for what is no longer let as for what never was, also when a made-up licence comes along', async () => {
    const closed = await world.tenant(command, 'Shut Cars')
    const [ofClosed, removed] = [await world.vehicle(command, closed), await world.vehicle(command, tenant)]
    await deactivateBusiness(command.core, command.pool, world.call(), closed.businessId, 'test')
    await removeVehicle(command.core, world.call(), tenant.businessId, removed, 'sold')
    const madeUp = { licenseImageUrl: `${world.licence().slice(0, -4)}AAAA` }
    const answers = await Promise.all([ofClosed, removed, randomUUID()].map((carId) => ask(carId, madeUp)))
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  it.each(['visitors, whose limits look the business up first', 'staff'])(
    'reads a vehicle that nobody has asked for yet together with its bookings: for %s',
    async (who) => {
      const vehicleId = await world.vehicle(command, tenant)
      const other = await world.start()
      const browser = other.browser()
      if (who === 'staff') await browser.signIn(tenant)
      const { core } = other
      const log = { ...core.log }
      const asked: string[] = []
      let askedBeforeAnyAnswer: string[] | undefined
      const streams = [scheduleStream(vehicleId), vehicleStream(vehicleId)].toSorted()
      vi.spyOn(core.log, 'read').mockImplementation(async function* (stream, from) {
        asked.push(stream)
        for await (const event of log.read(stream, from)) {
          if (streams.includes(stream)) askedBeforeAnyAnswer ??= [...asked]
          yield event
        }
      })
      const { status } = await browser.post('/api/bookings', bookingOf(vehicleId, world.licence()))
      expect(status).toBe(201)
      expect(askedBeforeAnyAnswer?.filter((stream) => streams.includes(stream)).toSorted()).toEqual(streams)
    },
  )

  it('turns nobody away for what another process has changed a moment ago', async () => {
    // Hears of nothing by itself, as a process does until its follower has brought it.
    const deaf = createCore(command.core)
    const vehicleId = await world.vehicle(command, tenant)
    const { businessId } = tenant
    const asked = (totalAmount: string) => {
      deaf.hearing.heard()
      return requestBooking(
        deaf,
        { actor: { kind: 'customer' }, now: () => world.clock.now },
        {
          ...bookingOf(vehicleId, world.licence()),
          totalAmount,
        },
      )
    }
    await changeVehicleStatus(command.core, world.call(), businessId, vehicleId, 'maintenance')
    expect(await asked('90.00')).toMatchObject({ ok: false, refusal: { code: 'vehicle-unavailable' } })
    await changeVehicleStatus(command.core, world.call(), businessId, vehicleId, 'available')
    expect(await asked('90.00')).toMatchObject({ ok: true })
    const details = (await command.core.vehicles.load(vehicleStream(vehicleId))).state?.details
    if (details === undefined) throw new Error('there is no vehicle')
    const dearer = { details: { ...details, dailyRate: Pence.parse(5000) } }
    await changeVehicle(command.core, world.call(), businessId, vehicleId, dearer)
    expect(await asked('100.00')).toMatchObject({ ok: true, answer: { totalAmount: '100.00' } })
    expect(await asked('90.00')).toMatchObject({ ok: false, refusal: { code: 'price-changed' } })
  })

  it.each([
    [{ dropoffDate: '2026-12-08' }, 'invalid-dates'],
    [{ pickupDate: '2026-11-20' }, 'pickup-in-the-past'],
    [{ dropoffDate: '2027-12-09' }, 'too-long'],
    [{ pickupDate: '2036-12-08', dropoffDate: '2036-12-09' }, 'too-far-ahead'],
  ])('refuses the dates of %j with 422 %s', async (change, code) => {
    const carId = await world.vehicle(command, tenant)
    const before = await written()
    const answer = await ask(carId, change)
    expect([answer.status, answer.problem.code]).toEqual([422, code])
    expect(answer.problem.errors).toHaveLength(1)
    expect(await written()).toBe(before)
  })

  it.each([
    [{ customerName: 'A' }, 'customerName', 'Name must be at least 2 characters'],
    [{ customerName: 7 }, 'customerName', undefined],
    [{ customerPhone: '123' }, 'customerPhone', 'UK phone number must be exactly 11 digits'],
    [{ customerEmail: 'nobody' }, 'customerEmail', 'Invalid email address'],
    [{ pickupDate: '2026-02-30' }, 'pickupDate', undefined],
    [{ pickupDate: '2026-12-08T10:00:00Z' }, 'pickupDate', NO_DAY],
    [{ pickupDate: '2026-02-30' }, 'pickupDate', NO_DAY],
    [{ customerName: 'Ada\u0000Byron' }, 'customerName', 'Control characters are not allowed'],
    [{ customerAddress: 'Line\u0007 Street' }, 'customerAddress', 'Control characters are not allowed'],
    [{ status: 'approved' }, 'status', 'Unknown field'],
    [{ businessId: randomUUID() }, 'businessId', 'Unknown field'],
    [{ dailyRate: '0.01' }, 'dailyRate', 'Unknown field'],
    [{ licenseImageUrl: 'https://evil.example/x.png' }, 'licenseImageUrl', undefined],
  ])('refuses %j with 422, naming the field', async (change, path, message) => {
    const carId = await world.vehicle(command, tenant)
    const before = await written()
    const answer = await ask(carId, change)
    expect(answer.status).toBe(422)
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const said = answer.problem.errors?.find((error) => error.path === path)?.message
    expect(said).toMatch(message ?? /./)
    expect(await written()).toBe(before)
  })

  it('refuses a licence that was never uploaded as 422', async () => {
    const forged = `${world.licence().slice(0, -4)}AAAA`
    const answer = await ask(await world.vehicle(command, tenant), { licenseImageUrl: forged })
    expect([answer.status, answer.problem.code]).toEqual([422, 'licence-unknown'])
  })

  it('lets the first customer use a licence again; for anyone else it is as unknown as a made-up one', async () => {
    const [one, other] = [await world.vehicle(command, tenant), await world.vehicle(command, tenant)]
    const licenseImageUrl = world.licence()
    const email = `${randomUUID()}@example.com`
    expect((await ask(one, { licenseImageUrl, customerEmail: email })).status).toBe(201)
    expect((await ask(other, { licenseImageUrl, customerEmail: email.toUpperCase() })).status).toBe(201)
    const stranger = await ask(other, { licenseImageUrl, customerEmail: `${randomUUID()}@example.com` })
    const madeUp = await ask(other, { licenseImageUrl: `${world.licence().slice(0, -4)}AAAA` })
    expect(stranger.status).toBe(422)
    expect(stranger.text).toBe(madeUp.text)
  })

  it('knows a returning customer of another process by their e-mail address, in one business only', async () => {
    const other = await world.start()
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const email = `${randomUUID()}@example.com`
    await ask(await world.vehicle(command, tenant), { customerEmail: email })
    const cars = [await world.vehicle(command, tenant), await world.vehicle(command, elsewhere)]
    for (const carId of cars) {
      const asked = bookingOf(carId, world.licence(), { customerEmail: email.toUpperCase() })
      expect((await other.browser().post('/api/bookings', asked)).status).toBe(201)
    }
    const customers = (await world.events())
      .filter(({ type }) => type === 'BookingRequested')
      .slice(-3)
      .map(({ metadata }) => metadata.dataSubject)
    expect(customers[1]).toBe(customers[0])
    expect(customers[2]).not.toBe(customers[0])
  })

  it('refuses a total that differs with 409 price-changed and the right figure', async () => {
    const answer = await ask(await world.vehicle(command, tenant), { totalAmount: '1.00' })
    expect(answer.status).toBe(409)
    expect(answer.problem).toMatchObject({ code: 'price-changed', totalAmount: '90.00' })
  })

  it('makes a desk booking for a signed-in member of the business, and a portal booking for all others', async () => {
    const elsewhere = await world.tenant(command, 'Northern Wheels')
    const own = command.browser()
    await own.signIn(tenant)
    const foreign = command.browser()
    await foreign.signIn(elsewhere)
    const carId = await world.vehicle(command, tenant)
    const walkIn = { pickupDate: '2026-11-01', dropoffDate: '2026-11-05' }
    expect((await own.post('/api/bookings', bookingOf(carId, world.licence(), walkIn))).status).toBe(201)
    expect((await foreign.post('/api/bookings', bookingOf(carId, world.licence(), walkIn))).problem.code).toBe(
      'pickup-in-the-past',
    )
    expect((await foreign.post('/api/bookings', bookingOf(carId, world.licence()))).status).toBe(201)
    const requests = (await world.events()).filter(({ stream }) => stream === `rent.schedule-${carId}`)
    expect(requests.map(({ data, metadata }) => [JSON.parse(data).channel, metadata.actorKind])).toEqual([
      ['desk', 'member'],
      ['portal', 'customer'],
    ])
  })

  it('takes nobody who acts as a member for a visitor: 401 once their session has ended, and the booking once it is back', async () => {
    const staff = command.browser()
    await staff.signIn(tenant)
    const carId = await world.vehicle(command, tenant)
    const body = bookingOf(carId, world.licence())
    const headers = { 'idempotency-key': randomUUID(), 'x-acting-member': tenant.userId }
    await staff.post('/api/auth/logout')
    const before = await written()
    const refused = await staff.post('/api/bookings', body, { headers })
    expect([refused.status, refused.problem.code]).toEqual([401, 'not-signed-in'])
    expect(await written()).toBe(before)

    await staff.signIn(tenant)
    const made = await staff.post('/api/bookings', body, { headers })
    expect(made.status).toBe(201)
    expect((await staff.post('/api/bookings', body, { headers })).text).toBe(made.text)
    const requests = (await world.events()).filter(({ stream }) => stream === `rent.schedule-${carId}`)
    expect(requests.map(({ data }) => JSON.parse(data).channel)).toEqual(['desk'])
  })

  it('takes one member for no other: who acts as a colleague is refused, whatever the call', async () => {
    const staff = command.browser()
    await staff.signIn(tenant)
    const carId = await world.vehicle(command, tenant)
    const before = await written()
    for (const somebody of [randomUUID(), 'nobody', '']) {
      const headers = { 'x-acting-member': somebody }
      const booked = await staff.post('/api/bookings', bookingOf(carId, world.licence()), { headers })
      const toggled = await staff.put(`/api/admin/cars/${carId}/status`, { status: 'unavailable' }, { headers })
      expect([booked.status, toggled.status]).toEqual([401, 401])
    }
    expect(await written()).toBe(before)
  })

  it('names the booking in the way to staff and not to the public', async () => {
    const staff = command.browser()
    await staff.signIn(tenant)
    const carId = await world.vehicle(command, tenant)
    const first = await ask(carId, { reference: 'BR-FIRST1' })
    await staff.put(`/api/admin/bookings/${idOf(first)}`, { status: 'approved' })
    const clash = { pickupDate: '2026-12-09', dropoffDate: '2026-12-12' }

    const visitor = await ask(carId, clash)
    expect([visitor.status, visitor.problem.code]).toEqual([409, 'dates-unavailable'])
    expect(visitor.problem.message).toBe(
      'The selected dates conflict with an existing approved booking. Please choose different dates.',
    )
    expect(visitor.text).not.toContain('BR-FIRST1')
    const desk = await staff.post('/api/bookings', bookingOf(carId, world.licence(), clash))
    expect(desk.problem.conflicts).toEqual([
      { id: idOf(first), reference: 'BR-FIRST1', pickupDate: '2026-12-08', dropoffDate: '2026-12-10' },
    ])
    expect((await ask(carId, { pickupDate: '2026-12-10', dropoffDate: '2026-12-12' })).status).toBe(201)
  })

  it('refuses the 51st pending request for a vehicle with 429 and Retry-After', async () => {
    const carId = await world.vehicle(command, tenant)
    const answers = await Promise.all(Array.from({ length: 51 }, () => ask(carId)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual([[429, 'too-many-pending']])
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
