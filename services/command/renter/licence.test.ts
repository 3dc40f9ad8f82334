import { randomUUID } from 'node:crypto'
import { BookingId } from '@forecourt/domain/ids.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createCore } from '../log/core.ts'
import { type Browser, idOf } from '../testing/browser.ts'
import { knowLicences } from '../testing/known-licences.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { replaceLicence } from './licence.ts'

let world: World
let command: Running
let tenant: Tenant
let staff: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  await staff.signIn(tenant)
})
afterAll(() => world.stop())

/** Somebody asks for a vehicle, and the read model has heard of it. */
async function pending({ customerEmail = `${randomUUID()}@example.com`, ofCustomer = '' } = {}) {
  const carId = await world.vehicle(command, tenant)
  const licence = world.licence()
  const request = bookingOf(carId, licence, { customerEmail })
  const bookingId = BookingId.parse(idOf(await command.browser().post('/api/bookings', request)))
  const requested = (await world.events()).find(({ data }) => data.includes(bookingId))
  const { customerId } = z.object({ customerId: z.string() }).parse(JSON.parse(requested?.data ?? ''))
  const { businessId } = tenant
  const known = { businessId, customerId, bookingId, ofBooking: licence, ofCustomer: ofCustomer || licence }
  await knowLicences(command.pool, known)
  const token = mintBookingToken(command.core.lookupKey, { bookingId, businessId, version: 0 })
  return { ...known, licence, token, customerEmail }
}

const replace = (token: string, licenseImageUrl: string, at = command, headers = {}) =>
  at
    .browser()
    .put('/api/my-booking/license', { licenseImageUrl }, { headers: { 'x-booking-token': token, ...headers } })
const say = (customerId: string, licenseStatus: string, licenseImageUrl: string) =>
  staff.put(`/api/admin/customers/${customerId}/license-status`, { licenseStatus, licenseImageUrl })
const verify = (customerId: string, licenseImageUrl: string) => say(customerId, 'verified', licenseImageUrl)
const from = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` })
const replacementsOf = async (id: string) =>
  (await world.events()).filter(({ type, data }) => type === 'BookingLicenceReplaced' && data.includes(id)).length

describe('another picture of a licence', () => {
  it('that is there already is not written again, however often it is sent', async () => {
    const { bookingId, licence, token } = await pending()
    const another = world.licence()
    for (const path of [licence, another, another, another, licence, licence]) {
      const answer = await replace(token, path)
      expect([answer.status, answer.body]).toEqual([200, { replaced: true }])
    }
    expect(await replacementsOf(bookingId)).toBe(2)
  })

  it('is taken of somebody whose licence is verified when that was another picture, and not when it was this one', async () => {
    const before = await pending()
    expect((await verify(before.customerId, before.licence)).status).toBe(200)
    expect((await replace(before.token, world.licence())).problem.code).toBe('licence-verified')

    const { customerEmail, licence: ofCustomer } = before
    const asked = await pending({ customerEmail, ofCustomer })
    expect(asked.customerId).toBe(before.customerId)
    const next = { ...asked, ofBooking: world.licence() }
    expect((await replace(next.token, next.ofBooking)).status).toBe(200)

    // The next booking was approved, and its picture has become the customer's, at which nobody has looked.
    await knowLicences(command.pool, { ...next, ofCustomer: next.ofBooking })
    const third = await pending({ customerEmail, ofCustomer: next.ofBooking })
    const ofThird = world.licence()
    expect((await replace(third.token, ofThird)).status).toBe(200)
    await knowLicences(command.pool, { ...third, ofBooking: ofThird })
    expect((await verify(before.customerId, next.ofBooking)).status).toBe(200)
    expect((await replace(third.token, world.licence())).status).toBe(200)
    await knowLicences(command.pool, { ...third, ofBooking: next.ofBooking, ofCustomer: next.ofBooking })
    expect((await replace(third.token, world.licence())).problem.code).toBe('licence-verified')
  })

  it('is looked at beside what staff have said a moment ago at another process, of which this one has not heard', async () => {
    const { core, pool } = command
    const unhearing = createCore(core)
    const known = await pending()
    const { bookingId, businessId, customerId, licence } = known
    const link = { bookingId, businessId, version: 0 }
    const replaceThere = (path = world.licence()) => {
      unhearing.hearing.heard()
      return replaceLicence({ core: unhearing, pool }, world.call(), link, path)
    }
    const another = world.licence()
    const refusal = { code: 'licence-verified' }
    expect((await verify(customerId, licence)).status).toBe(200)
    expect(await replaceThere()).toMatchObject({ refusal })
    expect((await say(customerId, 'pending', licence)).status).toBe(200)
    expect(await replaceThere(another)).toMatchObject({ ok: true })
    await knowLicences(pool, { ...known, ofBooking: another, ofCustomer: another })
    expect((await verify(customerId, another)).status).toBe(200)
    expect(await replaceThere()).toMatchObject({ refusal })
  })

  it('is taken 20 times an hour for a booking and 60 times from an address', async () => {
    const strict = await world.start({ rateLimitFactor: 1, trustedHops: 1 })
    const bookings = [await pending(), await pending(), await pending(), await pending()]
    const [first, ...others] = bookings.map(({ token }) => token)
    for (let i = 0; i < 20; i += 1) {
      expect((await replace(first ?? '', world.licence(), strict, from(i))).status).toBe(200)
    }
    const refused = await replace(first ?? '', world.licence(), strict, from(99))
    expect([refused.status, refused.problem.code]).toEqual([429, 'too-many-requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    for (let i = 0; i < 60; i += 1) {
      expect((await replace(others[i % 3] ?? '', world.licence(), strict, from(200))).status).toBe(200)
    }
    expect((await replace(others[0] ?? '', world.licence(), strict, from(200))).status).toBe(429)
  })
})
