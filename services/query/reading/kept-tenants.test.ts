import { randomUUID } from 'node:crypto'
import { createLog } from '@forecourt/kit/logging.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { listenToChanges } from '../changes.ts'
import { changedChannel, LIVE } from '../projection/schema-name.ts'
import { opened } from '../testing/open.ts'
import { keepTenants, keyOf } from './kept-tenants.ts'
import type { Tenant } from './tenants.ts'

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

  it('who has written something, or has seen something else, is answered by a look-up', async () => {
    const { desk } = given()
    const fleet = '/api/cars?businessSlug=harbour-hire'
    const { headers } = await desk.get(fleet)
    const etag = headers.get('etag') ?? ''
    expect(await statementsOf(() => desk.get(fleet, { seen: 1n }))).toBe(1)
    expect(await statementsOf(() => desk.get(fleet, { etag: etag.replace(/"$/, '0"') }))).toBe(1)
  })
})

/** What is kept by itself, told of changes on a channel of this test's own database. */
async function keeping() {
  const { world } = given()
  const changes = listenToChanges({
    connectionString: world.database.queryUrl,
    log: createLog({ service: 'test', level: 'silent' }),
  })
  onTestFinished(() => changes.close())
  const clocks = { wall: new Date('2026-06-15T22:59:59.500Z'), monotonic: 1_000 }
  const kept = keepTenants(
    changes,
    () => clocks.wall,
    () => clocks.monotonic,
  )
  const heard: string[] = []
  changes.tell({ onChange: ({ businessId }) => heard.push(businessId), onListening: () => {} })
  await expect.poll(() => changes.listening, SOME_TIME).toBe(true)
  const change = async (businessId: string) => {
    const notice = { businessId, version: '2', released: 0, generation: randomUUID(), tables: ['vehicles'] }
    await world.pool.query('select pg_notify($1, $2)', [changedChannel(LIVE), JSON.stringify(notice)])
    await expect.poll(() => heard, SOME_TIME).toContain(businessId)
  }
  return { kept, changes, change, clocks }
}

function tenant(version = '1', fleet = '1', businessId: string = randomUUID()): Tenant {
  return { businessId, version, parts: { fleet, figures: version }, today: '2026-06-15' }
}

const VIA = { by: 'slug', slug: 'a-slug' } as const
const KEY = keyOf(VIA)

function lookedUp({ kept }: Awaited<ReturnType<typeof keeping>>, found: Tenant, key: string = KEY): void {
  const lookUp = kept.begin()
  lookUp.keep(found, key)
  lookUp.end()
}

const cut = async (): Promise<void> => {
  const { rowCount } = await given().world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [`forecourt ${changedChannel(LIVE)}`],
  )
  expect(rowCount).toBeGreaterThan(0)
}

describe('a look-up is kept', () => {
  it('until a change of that tenant is told, and of no other', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    await its.change(randomUUID())
    expect(its.kept.find(VIA)).toBe(found)
    await its.change(found.businessId)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('not when the change is told while it is under way: it may have been answered before', async () => {
    const its = await keeping()
    const [found, other] = [tenant(), tenant()]
    const lookUp = its.kept.begin()
    await its.change(found.businessId)
    lookUp.keep(found, KEY)
    lookUp.keep(other, 'slug other')
    lookUp.end()
    expect(its.kept.find(VIA)).toBeUndefined()
    expect(its.kept.find({ by: 'slug', slug: 'other' })).toBe(other)
  })

  it('only while changes are heard: not past a lost connection, nor from a look-up of the time without one', async () => {
    const its = await keeping()
    const [before, meanwhile, without] = [tenant(), tenant(), tenant()]
    lookedUp(its, before)
    const overTheLoss = its.kept.begin()
    await cut()
    await expect.poll(() => its.changes.listening, SOME_TIME).toBe(false)
    const unheard = its.kept.begin()
    await expect.poll(() => its.changes.listening, SOME_TIME).toBe(true)
    overTheLoss.keep(meanwhile, 'slug meanwhile')
    unheard.keep(without, 'slug without')
    expect(its.kept.find(VIA)).toBeUndefined()
    expect(its.kept.find({ by: 'slug', slug: 'meanwhile' })).toBeUndefined()
    expect(its.kept.find({ by: 'slug', slug: 'without' })).toBeUndefined()
    lookedUp(its, without)
    expect(its.kept.find(VIA)).toBe(without)
  })

  it('for a second by either clock: a listener may be deaf, a day begins at midnight, and clocks are set', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    its.clocks.monotonic += 999
    its.clocks.wall = new Date('2026-06-15T23:00:00.499Z')
    expect(its.kept.find(VIA)).toBe(found)
    its.clocks.wall = new Date('2026-06-15T23:00:00.500Z')
    expect(its.kept.find(VIA)).toBeUndefined()
    its.clocks.wall = new Date('2026-06-15T22:59:59.499Z')
    expect(its.kept.find(VIA)).toBeUndefined()
    its.clocks.wall = new Date('2026-06-15T22:59:59.500Z')
    its.clocks.monotonic += 1
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('as old as its question: what was long on its way is not new when it comes', async () => {
    const its = await keeping()
    const lookUp = its.kept.begin()
    its.clocks.monotonic += 1_000
    lookUp.keep(tenant(), KEY)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('by its slug and its vehicles as they were in that fleet: in another one they are looked up again', async () => {
    const its = await keeping()
    const found = tenant('1', '1')
    lookedUp(its, found)
    lookedUp(its, found, keyOf({ by: 'vehicle', vehicleId: 'a' }))
    await its.change(found.businessId)
    const later = tenant('2', '2', found.businessId)
    lookedUp(its, later, keyOf({ by: 'vehicle', vehicleId: 'b' }))
    expect(its.kept.find({ by: 'vehicle', vehicleId: 'b' })).toBe(later)
    expect(its.kept.find({ by: 'vehicle', vehicleId: 'a' })).toBeUndefined()
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('by its slug still, when another look-up of the same fleet has found a later version', async () => {
    const its = await keeping()
    const found = tenant('1', '1')
    lookedUp(its, found)
    await its.change(found.businessId)
    const later = tenant('2', '1', found.businessId)
    const lookUp = its.kept.begin()
    // A member's: nobody asks for a tenant by it.
    lookUp.keep(later)
    lookUp.end()
    expect(its.kept.find(VIA)).toBe(later)
  })

  it('not when it comes after one that has found other rows, which may be later ones', async () => {
    const its = await keeping()
    const first = its.kept.begin()
    const later = tenant('2')
    lookedUp(its, later)
    first.keep(tenant('1', '1', later.businessId), KEY)
    expect(its.kept.find(VIA)).toBeUndefined()
  })

  it('not once somebody was shown other rows than it has found, nor one that was under way then', async () => {
    const its = await keeping()
    const found = tenant()
    lookedUp(its, found)
    const lookUp = its.kept.begin()
    its.kept.movedOn(found.businessId)
    lookUp.keep(found, KEY)
    expect(its.kept.find(VIA)).toBeUndefined()
  })
})

it('a slug that looks like a vehicle’s id leads to no vehicle', () => {
  const id = randomUUID()
  expect(keyOf({ by: 'slug', slug: id })).not.toBe(keyOf({ by: 'vehicle', vehicleId: id }))
})

it('nobody is shown older rows than another visitor was: a body that was read later than its look-up tells of the change', async () => {
  const { desk, world } = given()
  const moving = await world.story.business('Moving Hire')
  await world.caughtUp()
  const version = async (path: string) => (await desk.get(path)).headers.get('etag')?.split(/[_"]/)[3]
  const before = await version('/api/business/moving-hire')
  // As if the notice were still on its way.
  await world.pool.query('update read.tenants set fleet_version = fleet_version + 1 where business_id = $1', [
    moving.businessId,
  ])
  const shown = await version('/api/cars?businessSlug=moving-hire')
  expect(shown).not.toBe(before)
  expect(await version('/api/business/moving-hire')).toBe(shown)
})
