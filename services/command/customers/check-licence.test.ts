import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { idOf } from '../testing/browser.ts'
import { knowLicences } from '../testing/known-licences.ts'
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
})
