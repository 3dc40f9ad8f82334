import { randomUUID } from 'node:crypto'
import { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { readCalendarToken } from '@forecourt/kit/calendar-link.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'zod/mini'
import type { Browser } from '../testing/browser.ts'
import { createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

const PATH = '/api/admin/calendar-feeds'

let world: World
let command: Running
let tenant: Tenant
let staff: Browser
let stranger: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  stranger = command.browser()
  await Promise.all([staff.signIn(tenant), stranger.signIn(await world.tenant(command, 'Northern Wheels'))])
})
afterAll(() => world.stop())

const opened = async (carId: string | null, headers = {}) => {
  const answer = await staff.post(PATH, { carId }, { headers })
  expect(answer.status).toBe(201)
  return parse(CalendarFeed, answer.body)
}
const revoke = (id: string, who = staff) => who.send('DELETE', `${PATH}/${id}`)
const typesSince = async (position: number) => (await world.events()).slice(position).map(({ type }) => type)

describe('POST /api/admin/calendar-feeds', () => {
  it('makes one calendar for the fleet and one for each vehicle; what is there is answered as it is', async () => {
    const car = await world.vehicle(command, tenant)
    const all = await opened(null)
    const one = await opened(car)
    const before = (await world.events()).length
    expect([await opened(null), await opened(car)]).toEqual([all, one])
    expect(await typesSince(before)).toEqual([])
    expect([all.carId, one.carId]).toEqual([null, car])
    expect(one.url).not.toBe(all.url)
    const [, token = ''] = /\/api\/calendar\/([\w-]{72})\.ics$/.exec(all.url) ?? []
    expect(readCalendarToken(command.core.lookupKey, token)).toEqual({ businessId: tenant.businessId, feedId: all.id })
    expect(
      JSON.stringify(await world.events(), (_key, value) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain(token)
  })

  it('happens once for the same key, also when it was revoked since', async () => {
    const car = await world.vehicle(command, tenant)
    const headers = { 'idempotency-key': randomUUID() }
    const first = await opened(car, headers)
    await revoke(first.id)
    expect(await opened(car, headers)).toEqual(first)
    expect((await staff.post(PATH, { carId: null }, { headers })).problem.code).toBe('idempotency-key-reused')
    expect((await opened(car)).id).not.toBe(first.id)
  })

  it('knows no vehicle but the business’s own', async () => {
    const car = await world.vehicle(command, tenant)
    for (const [who, carId] of [
      [stranger, car],
      [staff, randomUUID()],
      [staff, 'x'],
    ] as const) {
      expect((await who.post(PATH, { carId })).status).toBe(404)
    }
    expect((await command.browser().post(PATH, { carId: null })).status).toBe(401)
    for (const body of [{}, { carId: '' }, { carId: 7 }, { carId: null, businessId: tenant.businessId }]) {
      expect((await staff.post(PATH, body)).status).toBe(422)
    }
  })
})

describe('DELETE /api/admin/calendar-feeds/{id}', () => {
  it('revokes it once; another one can be made', async () => {
    const car = await world.vehicle(command, tenant)
    const feed = await opened(car)
    const before = (await world.events()).length
    for (const answer of [await revoke(feed.id), await revoke(feed.id)]) {
      expect([answer.status, answer.body]).toEqual([200, { id: feed.id, revoked: true }])
    }
    expect(await typesSince(before)).toEqual(['CalendarFeedRevoked'])
    expect((await opened(car)).url).not.toBe(feed.url)
  })

  it('knows none of another business’s', async () => {
    const feed = await opened(null)
    const answers = [await revoke(feed.id, stranger), await revoke(randomUUID(), stranger), await revoke('x', stranger)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect((await opened(null)).id).toBe(feed.id)
  })
})
