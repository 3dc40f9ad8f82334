import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Browser, idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

let world: World
let command: Running
let other: Running
let tenant: Tenant
let staff: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  other = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  await staff.signIn(tenant)
})
afterAll(() => world.stop())

/** Somebody who has asked for a vehicle. */
async function customer(): Promise<string> {
  const carId = await world.vehicle(command, tenant)
  const request = bookingOf(carId, world.licence(), { customerEmail: `${randomUUID()}@example.com` })
  const booking = idOf(await command.browser().post('/api/bookings', request))
  const requested = (await world.events()).find(({ data }) => data.includes(booking))
  return z.object({ customerId: z.string() }).parse(JSON.parse(requested?.data ?? '')).customerId
}

const typesOf = async (id: string) =>
  (await world.events()).filter(({ stream }) => stream === `rent.customer-${id}`).map(({ type }) => type)
const hide = (who: Browser, id: string, headers = {}) =>
  who.patch(`/api/admin/customers/${id}/hide-from-customers-page`, undefined, { headers })
const say = (who: Browser, id: string, licenseStatus: unknown, headers = {}) =>
  who.put(`/api/admin/customers/${id}/license-status`, { licenseStatus }, { headers })

describe('PATCH /api/admin/customers/{id}/hide-from-customers-page', () => {
  it('hides the customer once, however often it is sent, through whichever process', async () => {
    const id = await customer()
    const elsewhere = other.browser()
    await elsewhere.signIn(tenant)
    const first = await hide(staff, id)
    expect([first.status, first.body]).toEqual([200, { id, hidden: true }])
    expect(first.headers.get('x-log-position')).toMatch(/^\d+$/)
    for (const who of [staff, elsewhere]) expect((await hide(who, id)).body).toEqual({ id, hidden: true })
    expect(await typesOf(id)).toEqual(['CustomerHiddenFromCustomersPage'])
  })
})

describe('PUT /api/admin/customers/{id}/license-status', () => {
  it('verifies and resets; the same again writes nothing', async () => {
    const id = await customer()
    for (const status of ['pending', 'verified', 'verified', 'pending', 'verified']) {
      const answer = await say(staff, id, status)
      expect([answer.status, answer.body]).toEqual([200, { id, licenseStatus: status }])
    }
    expect(await typesOf(id)).toEqual(['CustomerLicenceVerified', 'CustomerLicenceReset', 'CustomerLicenceVerified'])
  })

  it('answers the same key as the first time, and another body under it with 422', async () => {
    const id = await customer()
    const headers = { 'idempotency-key': randomUUID() }
    const first = await say(staff, id, 'verified', headers)
    await say(staff, id, 'pending')
    const again = await say(staff, id, 'verified', headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('x-log-position')).toBe(first.headers.get('x-log-position'))
    expect((await say(staff, id, 'pending', headers)).problem.code).toBe('idempotency-key-reused')
    expect(await typesOf(id)).toEqual(['CustomerLicenceVerified', 'CustomerLicenceReset'])
  })

  it('refuses a licence with a reason, which is sealed, and finds it expired; the same again writes nothing', async () => {
    const id = await customer()
    const CANARY = `CANARY ${randomUUID()}`
    for (const [licenseStatus, reason] of [
      ['refused', CANARY],
      ['refused', ` ${CANARY}\n`],
      ['refused', 'The back of it'],
      ['expired', undefined],
      ['expired', undefined],
      ['pending', undefined],
    ] as const) {
      const answer = await staff.put(`/api/admin/customers/${id}/license-status`, { licenseStatus, reason })
      expect([answer.status, answer.body]).toEqual([200, { id, licenseStatus }])
    }
    const events = (await world.events()).filter(({ stream }) => stream === `rent.customer-${id}`)
    expect(events.map(({ type }) => type)).toEqual([
      'CustomerLicenceRefused',
      'CustomerLicenceRefused',
      'CustomerLicenceExpired',
      'CustomerLicenceReset',
    ])
    expect(JSON.stringify(events.map(({ data, metadata }) => [data, metadata]))).not.toContain(CANARY)
    for (const { metadata } of events) {
      expect(metadata).toMatchObject({ actorKind: 'member', actorId: tenant.userId })
    }
  })

  it.each(['rejected', '', null, 7, ['verified'], undefined])('refuses the status %j with 422', async (status) => {
    const answer = await say(staff, await customer(), status)
    expect([answer.status, answer.problem.errors]).toEqual([
      422,
      [{ path: 'licenseStatus', message: 'pending, verified, refused or expired is expected' }],
    ])
  })

  it.each([
    ['refused', undefined],
    ['refused', ''],
    ['refused', ' \n '],
    ['refused', 'x'.repeat(501)],
    ['refused', 'a\u0000b'],
    ['refused', 7],
    ['verified', 'It is fine'],
    ['expired', 'It is over'],
  ])('refuses %s with the reason %j with 422, and writes nothing', async (licenseStatus, reason) => {
    const id = await customer()
    const answer = await staff.put(`/api/admin/customers/${id}/license-status`, { licenseStatus, reason })
    expect([answer.status, answer.problem.errors]).toMatchObject([422, [{ path: 'reason' }]])
    expect(await typesOf(id)).toEqual([])
  })
})

describe('a customer', () => {
  it('of another business is as absent as one that never was, and as no id at all', async () => {
    const id = await customer()
    const stranger = command.browser()
    await stranger.signIn(await world.tenant(command, 'Northern Wheels'))
    const ids = [id, randomUUID(), 'nonsense', '%00', '%E0%A4%A', id.toUpperCase(), tenant.businessId, tenant.userId]
    const answers = await Promise.all(
      ids.flatMap((each) => [
        hide(stranger, each),
        say(stranger, each, 'verified'),
        stranger.send('DELETE', `/api/admin/customers/${each}`),
      ]),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(await typesOf(id)).toEqual([])
    // A member of staff has a key in the vault as well, and is nobody's customer.
    expect((await staff.send('DELETE', `/api/admin/customers/${tenant.userId}`)).status).toBe(404)
  })

  it('is for staff: 401 without a session, and no other method', async () => {
    const id = await customer()
    const visitor = command.browser()
    for (const answer of [
      await hide(visitor, id),
      await say(visitor, id, 'verified'),
      await visitor.send('DELETE', `/api/admin/customers/${id}`),
    ]) {
      expect([answer.status, answer.problem.code]).toEqual([401, 'not-signed-in'])
    }
    expect((await staff.put(`/api/admin/customers/${id}`, {})).headers.get('allow')).toBe('DELETE')
    expect((await staff.send('DELETE', `/api/admin/customers/${id}`, { basis: 'mine' })).status).toBe(422)
    expect(await typesOf(id)).toEqual([])
  })
})
