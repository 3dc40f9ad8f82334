import { describe, expect, it, vi } from 'vitest'
import { afterNextAnswer } from '../testing/after-answer.ts'
import { opened } from '../testing/open.ts'

const SOME_TIME = { timeout: 60_000, interval: 10 }

const given = opened(async ({ story }) => {
  const harbour = await story.business('Harbour Hire')
  return { harbour, golf: await story.vehicle(harbour, 'VW Golf') }
})

/** Statements that the service sends while it is asked. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const { desk } = given()
  const asked = vi.spyOn(desk.lookUps, 'query')
  const read = vi.spyOn(desk.database, 'maybeOne')
  await work()
  const sent = asked.mock.calls.length + read.mock.calls.length
  asked.mockRestore()
  read.mockRestore()
  return sent
}

describe('a visitor', () => {
  it('costs no statement while nothing changes, whichever of a fleet’s vehicles they look at', async () => {
    const { desk, world, harbour, golf } = given()
    const polo = await world.story.vehicle(harbour, 'VW Polo')
    await world.caughtUp()
    const paths = [
      '/api/cars?businessSlug=harbour-hire',
      '/api/business/harbour-hire',
      `/api/cars/${golf.vehicleId}/booked-dates`,
      `/api/cars/${polo.vehicleId}/booked-dates`,
    ]
    await expect
      .poll(async () => {
        const before = await Promise.all(paths.map((path) => desk.get(path)))
        let after: typeof before = []
        const sent = await statementsOf(async () => {
          after = await Promise.all(paths.map((path) => desk.get(path)))
        })
        expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
        return sent
        // A machine that stands still for a second lets what is kept grow old.
      }, SOME_TIME)
      .toBe(0)
    const path = paths[0] ?? ''
    const etag = (await desk.get(path)).headers.get('etag') ?? ''
    await expect
      .poll(async () => {
        await desk.get(path)
        return await statementsOf(async () => expect((await desk.get(path, { etag })).status).toBe(304))
      }, SOME_TIME)
      .toBe(0)
  })

  it('is shown each change as soon as it is told: of the fleet, of a vehicle that goes, of a business that closes', async () => {
    const { desk, world } = given()
    const closing = await world.story.business('Closing Hire')
    const [car, other] = [await world.story.vehicle(closing, 'Seat Ibiza'), await world.story.vehicle(closing, 'Fiat')]
    const fleet = '/api/cars?businessSlug=closing-hire'
    const dates = ({ vehicleId }: typeof car) => `/api/cars/${vehicleId}/booked-dates`
    const statuses = async () =>
      (await Promise.all([fleet, dates(car), dates(other)].map((path) => desk.get(path)))).map(({ status }) => status)
    await world.caughtUp()
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await statuses()).toEqual([200, 200, 200])
    await world.story.rename(car, 'Seat Leon')
    await world.caughtUp()
    expect((await desk.get(fleet)).text).toContain('Seat Leon')
    await world.story.remove(car)
    await world.caughtUp()
    expect(await statuses()).toEqual([200, 404, 200])
    await world.story.deactivate(closing)
    await world.caughtUp()
    expect(await statuses()).toEqual([404, 404, 404])
  })

  it('finds at once what was not there a moment ago', async () => {
    const { desk, world } = given()
    const portal = '/api/business/opening-hire'
    expect((await desk.get(portal)).status).toBe(404)
    const position = await world.story.business('Opening Hire').then(() => world.caughtUp())
    expect((await desk.get(portal, { seen: position })).status).toBe(200)
    expect((await desk.get(portal)).status).toBe(200)
  })

  it('who has written something, or may have seen something else, is answered by a look-up', async () => {
    const { desk } = given()
    const fleet = '/api/cars?businessSlug=harbour-hire'
    const { headers } = await desk.get(fleet)
    const etag = headers.get('etag') ?? ''
    expect(await statementsOf(() => desk.get(fleet, { seen: 1n }))).toBe(1)
    const other = etag.replace(/"$/, '0"')
    for (const tags of [other, `${etag}, ${other}`, `W/${etag}, ${other}`, '*'])
      expect({ tags, sent: await statementsOf(() => desk.get(fleet, { etag: tags })) }).toEqual({ tags, sent: 1 })
  })
})

/** A business that changes unheard: as if the notice were still on its way. */
async function moving(name: string) {
  const { desk, world } = given()
  const business = await world.story.business(name)
  const car = await world.story.vehicle(business, 'VW Up')
  await world.caughtUp()
  const [portal, fleet] = [`/api/business/${business.slug}`, `/api/cars?businessSlug=${business.slug}`]
  const change = async (sets: string) => {
    await world.pool.query(
      `begin;
       update read.tenants set version = version + 1, fleet_version = fleet_version + 1
       where business_id = '${business.businessId}';
       update read.${sets};
       commit`,
    )
  }
  const rename = () => change(`businesses set name = 'Another' where business_id = '${business.businessId}'`)
  const ask = async (path: string, asking: Parameters<typeof desk.get>[1] = {}) => {
    const { status, headers } = await desk.get(path, asking)
    return status === 200 ? headers.get('etag')?.split(/[_"]/)[3] : status
  }
  return { desk, world, business, car, portal, fleet, change, rename, ask }
}

describe('what somebody was shown before its notice has come', () => {
  it('nobody is shown anything older than: a body that was read later than its look-up tells of it', async () => {
    const { portal, fleet, rename, ask } = await moving('Moving Hire')
    const before = await ask(portal)
    await rename()
    const shown = await ask(fleet)
    expect(shown).not.toBe(before)
    expect(await ask(portal)).toBe(shown)
  })

  it('nor than a member’s body', async () => {
    const { desk, business, portal, rename, ask } = await moving('Members Hire')
    const session = await desk.signIn(business)
    const before = await ask(portal)
    // The rows change between the member's look-up and the reading of the body.
    afterNextAnswer(desk.lookUps, rename)
    const shown = await ask('/api/admin/business', { session })
    expect(shown).not.toBe(before)
    expect(await ask(portal)).toBe(shown)
  })

  it('that a business or a vehicle is not there any more is not taken back', async () => {
    const { business, car, portal, fleet, change, ask } = await moving('Going Hire')
    const dates = `/api/cars/${car.vehicleId}/booked-dates`
    const [before, then] = [await ask(fleet), await ask(dates)]
    expect(then).toBe(before)
    await change(`vehicles set is_removed = true where vehicle_id = '${car.vehicleId}'`)
    expect(await ask(dates, { seen: 1n })).toBe(404)
    expect(await ask(fleet)).not.toBe(before)
    await ask(portal)
    await change(`businesses set is_active = false where business_id = '${business.businessId}'`)
    expect(await ask(fleet, { etag: '"another"' })).toBe(404)
    expect(await ask(portal)).toBe(404)
  })

  it('nor that there is nothing to read any more, although the look-up had found it', async () => {
    const { business, portal, change, ask } = await moving('Gone Hire')
    expect(await ask(portal)).toBeTypeOf('string')
    await change(`businesses set is_active = false where business_id = '${business.businessId}'`)
    expect(await ask(`/${business.slug}/portal/manifest.webmanifest`)).toBe(404)
    expect(await ask(portal)).toBe(404)
  })

  it('what browsers keep for good is looked up: an icon by the address of a new one is never the old one', async () => {
    const { business, portal, rename, ask } = await moving('Icon Hire')
    const icon = (version: string) => ask(`/${business.slug}/portal/icon.png?w=192&v=${version}`)
    const before = await icon('0123456789')
    expect(await ask(portal)).toBe(before)
    await rename()
    expect(await icon('9876543210')).not.toBe(before)
  })
})
