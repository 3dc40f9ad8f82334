import { randomUUID } from 'node:crypto'
import { BookingId } from '@forecourt/domain/ids.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idOf } from '../testing/browser.ts'
import { knowLicences } from '../testing/known-licences.ts'
import { projectOnce } from '../testing/project-once.ts'
import { bookingOf, createWorld, type Running, type World } from '../testing/world.ts'

let world: World
let command: Running

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
afterAll(() => world.stop())

describe('staff who say what they think of a licence', () => {
  it('speak of the picture that they have seen: one that arrived before their words is not verified by them', async () => {
    const tenant = await world.tenant(command, `Harbour ${randomUUID()}`)
    const staff = command.browser()
    await staff.signIn(tenant)
    const [first, second] = [world.licence(), world.licence()]
    const carId = await world.vehicle(command, tenant)
    const bookingId = idOf(await command.browser().post('/api/bookings', bookingOf(carId, first)))
    const requested = (await world.events()).find(({ data }) => data.includes(bookingId))
    const { customerId } = z.object({ customerId: z.string() }).parse(JSON.parse(requested?.data ?? ''))
    const known = { businessId: tenant.businessId, customerId, bookingId, ofBooking: second, ofCustomer: second }
    await knowLicences(command.pool, known)

    const say = (change: object, key: string = randomUUID()) =>
      staff.put(`/api/admin/customers/${customerId}/license-status`, change, { headers: { 'idempotency-key': key } })
    const refused = { licenseStatus: 'refused', reason: 'Too dark' }
    for (const change of [{ licenseStatus: 'verified' }, { licenseStatus: 'expired' }, refused]) {
      for (const licenseImageUrl of [first, null]) {
        const answer = await say({ ...change, licenseImageUrl })
        expect([answer.status, answer.problem.code]).toEqual([409, 'licence-changed'])
      }
    }
    const key = randomUUID()
    const seen = { licenseStatus: 'verified', licenseImageUrl: second }
    expect((await say(seen, key)).body).toEqual({ id: customerId, licenseStatus: 'verified' })
    await knowLicences(command.pool, { ...known, ofCustomer: first })
    // What was accepted is answered again as it was, whatever has arrived since.
    expect((await say(seen, key)).status).toBe(200)
    expect((await say(seen)).problem.code).toBe('licence-changed')
    const types = (await world.events()).filter(({ stream }) => stream === `rent.customer-${customerId}`)
    expect(types.map(({ type }) => type)).toEqual(['CustomerLicenceVerified'])
  })

  it('do not take back what a colleague has said since they looked: 409 licence-status-changed, and nothing is said to the renter', async () => {
    const tenant = await world.tenant(command, `Harbour ${randomUUID()}`)
    const staff = command.browser()
    await staff.signIn(tenant)
    const licenseImageUrl = world.licence()
    const carId = await world.vehicle(command, tenant)
    const bookingId = idOf(await command.browser().post('/api/bookings', bookingOf(carId, licenseImageUrl)))
    const requested = (await world.events()).find(({ data }) => data.includes(bookingId))
    const { customerId } = z.object({ customerId: z.string() }).parse(JSON.parse(requested?.data ?? ''))
    const pictures = { ofBooking: licenseImageUrl, ofCustomer: licenseImageUrl }
    await knowLicences(command.pool, { businessId: tenant.businessId, customerId, bookingId, ...pictures })
    const say = (change: object, key: string = randomUUID()) =>
      staff.put(
        `/api/admin/customers/${customerId}/license-status`,
        { licenseImageUrl, ...change },
        { headers: { 'idempotency-key': key } },
      )
    const refused = { licenseStatus: 'refused', reason: 'Too dark', from: 'pending' }
    const verified = { licenseStatus: 'verified', from: 'pending' }
    const typesOf = async () =>
      (await world.events()).filter(({ stream }) => stream === `rent.customer-${customerId}`).map(({ type }) => type)

    const key = randomUUID()
    expect((await say(verified, key)).status).toBe(200)
    const late = await say(refused)
    expect([late.status, late.problem.code]).toEqual([409, 'licence-status-changed'])
    expect(late.problem.message).toBe(
      'Somebody has verified this licence meanwhile, and so it stays. Look at it, and refuse it again if that is right.',
    )
    expect((await say(verified)).status).toBe(200)
    expect(await typesOf()).toEqual(['CustomerLicenceVerified'])

    expect((await say({ ...refused, from: 'verified' })).status).toBe(200)
    expect((await say(verified)).problem.code).toBe('licence-status-changed')
    // Under its key it is answered as it was.
    expect((await say(verified, key)).body).toEqual({ id: customerId, licenseStatus: 'verified' })
    expect(await typesOf()).toEqual(['CustomerLicenceVerified', 'CustomerLicenceRefused'])
    // Whoever does not say what they saw is heard.
    expect((await say({ licenseStatus: 'verified' })).status).toBe(200)
  })

  it('are told that there is another picture where the read model has not heard of it yet', async () => {
    const tenant = await world.tenant(command, `Harbour ${randomUUID()}`)
    const staff = command.browser()
    await staff.signIn(tenant)
    const { businessId } = tenant
    const customerEmail = `${randomUUID()}@example.com`
    const ask = async (licence: string) => {
      const carId = await world.vehicle(command, tenant)
      const request = bookingOf(carId, licence, { customerEmail })
      return BookingId.parse(idOf(await command.browser().post('/api/bookings', request)))
    }
    const [first, sent, brought] = [world.licence(), world.licence(), world.licence()]
    const bookingId = await ask(first)
    const requested = (await world.events()).find(({ data }) => data.includes(bookingId))
    const { customerId } = z.object({ customerId: z.string() }).parse(JSON.parse(requested?.data ?? ''))
    const known = { businessId, customerId, bookingId, ofBooking: first, ofCustomer: first }
    await knowLicences(command.pool, known)
    const say = async (licenseImageUrl?: string) => {
      const change = { licenseStatus: 'verified', licenseImageUrl }
      const answer = await staff.put(`/api/admin/customers/${customerId}/license-status`, change)
      return answer.status === 200 ? 200 : answer.problem.code
    }

    const token = mintBookingToken(command.core.lookupKey, { bookingId, businessId, version: 0 })
    const headers = { 'x-booking-token': token }
    const replaced = await command.browser().put('/api/my-booking/license', { licenseImageUrl: sent }, { headers })
    expect(replaced.status).toBe(200)
    // Who does not say what they have seen is not told: the projection knows that it was the first one.
    expect([await say(first), await say()]).toEqual(['licence-changed', 200])
    await knowLicences(command.pool, { ...known, ofBooking: sent, ofCustomer: sent })
    expect(await say(sent)).toBe(200)

    const another = await ask(brought)
    await knowLicences(command.pool, { ...known, bookingId: another, ofBooking: brought, ofCustomer: sent })
    expect(await say(sent)).toBe(200)
    expect((await staff.put(`/api/admin/bookings/${another}`, { status: 'approved' })).status).toBe(200)
    expect(await say(sent)).toBe('licence-changed')
    await knowLicences(command.pool, { ...known, bookingId: another, ofBooking: brought, ofCustomer: brought })
    expect(await say(brought)).toBe(200)
  })
})

describe('with rows as a projector makes them, that is stopped in between', () => {
  let projected: World
  let process: Running

  beforeAll(async () => {
    projected = await createWorld()
    process = await projected.start()
  })
  afterAll(() => projected.stop())

  const Row = z.object({ customer_id: z.string(), licence_path: z.string(), licence_status: z.string() })

  /** A renter who asks a business for one vehicle after another, a minute between, and its staff. */
  async function desk() {
    const tenant = await projected.tenant(process, `Harbour ${randomUUID()}`)
    const { businessId } = tenant
    const staff = process.browser()
    await staff.signIn(tenant)
    const customerEmail = `${randomUUID()}@example.com`
    const later = () => {
      projected.clock.now = new Date(projected.clock.now.getTime() + 60_000)
    }
    const ask = async (licence: string) => {
      later()
      const request = bookingOf(await projected.vehicle(process, tenant), licence, { customerEmail })
      return BookingId.parse(idOf(await process.browser().post('/api/bookings', request)))
    }
    const approve = async (id: string) => {
      later()
      expect((await staff.put(`/api/admin/bookings/${id}`, { status: 'approved' })).status).toBe(200)
    }
    const replace = async (bookingId: BookingId, licenseImageUrl: string) => {
      later()
      const token = mintBookingToken(process.core.lookupKey, { bookingId, businessId, version: 0 })
      const headers = { 'x-booking-token': token }
      const sent = await process.browser().put('/api/my-booking/license', { licenseImageUrl }, { headers })
      expect(sent.status).toBe(200)
    }
    const project = () => projectOnce(projected, process)
    const row = async () => {
      const { rows } = await process.pool.query('select * from read.customers where business_id = $1', [businessId])
      return Row.parse(rows[0])
    }
    const say = async (change: object) => {
      later()
      const { customer_id: id } = await row()
      const answer = await staff.put(`/api/admin/customers/${id}/license-status`, change)
      return answer.status === 200 ? 200 : answer.problem.code
    }
    const verify = (licenseImageUrl: string) => say({ licenseStatus: 'verified', licenseImageUrl })
    const shown = async () => (await row()).licence_path
    return { ask, approve, replace, project, row, say, verify, shown }
  }

  it('are heard of the customer’s picture when a colleague has approved an older request, with an older one', async () => {
    const { ask, approve, project, verify, shown } = await desk()
    const [first, second] = [projected.licence(), projected.licence()]
    const older = await ask(first)
    await approve(await ask(second))
    await project()
    await approve(older)
    expect([await verify(first), await verify(second)]).toEqual(['licence-changed', 200])
    await project()
    expect(await shown()).toBe(second)
  })

  it('are heard of the latest of those that colleagues have approved since, in whatever order', async () => {
    const { ask, approve, project, verify, shown } = await desk()
    const [first, second, third] = [projected.licence(), projected.licence(), projected.licence()]
    const [, older, latest] = [await ask(first), await ask(second), await ask(third)]
    await project()
    await approve(latest)
    await approve(older)
    expect([await verify(first), await verify(second), await verify(third)]).toEqual([
      'licence-changed',
      'licence-changed',
      200,
    ])
    await project()
    expect(await shown()).toBe(third)
  })

  it('are told of one that was sent for the older request since', async () => {
    const { ask, approve, replace, project, verify, shown } = await desk()
    const [first, second, sent] = [projected.licence(), projected.licence(), projected.licence()]
    const older = await ask(first)
    await approve(await ask(second))
    await project()
    await replace(older, sent)
    await approve(older)
    expect([await verify(second), await verify(sent)]).toEqual(['licence-changed', 200])
    await project()
    expect(await shown()).toBe(sent)
  })

  it('are heard of a picture that came after a refused one, when another is sent for a request that waits', async () => {
    const { ask, approve, replace, project, say, verify, shown } = await desk()
    const [refused, next, waiting, sent] = Array.from({ length: 4 }, () => projected.licence())
    if (refused === undefined || next === undefined || waiting === undefined || sent === undefined)
      throw new Error('four')
    await approve(await ask(refused))
    await project()
    expect(await say({ licenseStatus: 'refused', reason: 'Too dark', licenseImageUrl: refused })).toBe(200)
    await approve(await ask(next))
    const unanswered = await ask(waiting)
    await project()
    await replace(unanswered, sent)
    expect(await verify(next)).toBe(200)
    await project()
    expect(await shown()).toBe(next)
  })

  it('can say something else of a picture that is the customer’s again, and what they have said of it is shown', async () => {
    const { ask, approve, project, row, say } = await desk()
    const [first, second] = [projected.licence(), projected.licence()]
    await approve(await ask(first))
    await project()
    expect(await say({ licenseStatus: 'verified', licenseImageUrl: first, from: 'pending' })).toBe(200)
    await approve(await ask(second))
    await approve(await ask(first))
    await project()
    const { licence_status: from, licence_path: licenseImageUrl } = await row()
    expect([from, licenseImageUrl]).toEqual(['verified', first])
    expect(await say({ licenseStatus: 'refused', reason: 'Not theirs', licenseImageUrl, from })).toBe(200)
    await project()
    expect((await row()).licence_status).toBe('refused')
  })
})
