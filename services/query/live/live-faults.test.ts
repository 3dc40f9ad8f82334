import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { Desk } from '../testing/desk.ts'
import { opened } from '../testing/open.ts'
import { ALL_LISTS } from './lists.ts'

const BUSINESSES = 10
const STREAMS = 200

const given = opened(async ({ story }) => {
  const tenants = await Promise.all(
    Array.from({ length: BUSINESSES }, (_none, index) => story.business(`Hire Number ${index}`)),
  )
  const cars = await Promise.all(tenants.map((tenant) => story.vehicle(tenant, 'VW Golf')))
  return { tenants, cars }
})

const PATIENCE = { timeout: 60_000, interval: 5 }

/** A desk of the first business, and somebody who listens at it. */
async function listening() {
  const { desk, world, tenants, cars } = given()
  const [tenant] = tenants
  const [car] = cars
  if (tenant === undefined || car === undefined) throw new Error('there are tenants')
  const session = await desk.signIn(tenant)
  return { desk, world, tenant, car, session, ear: await (await desk.listen(session)).listens() }
}

/** Ends the connections of the query service's role. */
async function cut(application: string): Promise<void> {
  const { rowCount } = await given().world.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename = 'forecourt_query' and application_name like $1`,
    [application],
  )
  expect(rowCount).toBeGreaterThan(0)
}

describe('a stream outlives', () => {
  it('the connection that hears of changes: what was said meanwhile is told as all lists, then each by its name', async () => {
    const { world, car, ear } = await listening()
    // Cut again until a change falls into the time when nobody listens.
    await expect
      .poll(async () => {
        await cut('%changed')
        await world.story.request(car, '2026-06-20', '2026-06-22')
        await world.caughtUp()
        return ear.lists.map((lists) => lists.length)
      }, PATIENCE)
      .toContain(ALL_LISTS.length)
    const before = ear.lists.length
    await expect
      .poll(async () => {
        await world.story.changeStatus(car, 'available', 'available')
        await world.caughtUp()
        return ear.lists.slice(before).map((lists) => lists.join())
      }, PATIENCE)
      .toContain('bookings,cars,figures,maintenance')
    expect(ear.ended).toBe(false)
    ear.close()
  })

  it('a database that refuses everybody: it stays open, a new one is 503, and the next change is heard', async () => {
    const { desk, world, car, session, ear } = await listening()
    const { rows } = await world.pool.query<{ name: string }>('select current_database() as name')
    const database = `"${rows[0]?.name}"`
    await world.pool.query(`revoke connect on database ${database} from public, forecourt_query`)
    try {
      await cut('%')
      await expect.poll(async () => (await desk.get('/api/admin/live', { session })).status, PATIENCE).toBe(503)
      await world.story.request(car, '2026-07-20', '2026-07-22')
      await world.caughtUp()
      expect(ear.ended).toBe(false)
      expect(ear.heard).toEqual([])
    } finally {
      await world.pool.query(`grant connect on database ${database} to public`)
    }
    await expect.poll(() => ear.lists, PATIENCE).toEqual([[...ALL_LISTS]])
    ear.close()
  })

  it('the projector: what happens while none is at work is heard of when another one takes over', async () => {
    const { world, car, ear } = await listening()
    // One of the two is overtaken and stands by; whichever goes on is then gone.
    const second = world.project()
    await expect
      .poll(async () => {
        await world.story.changeStatus(car, 'available', 'available')
        await world.caughtUp()
        return second.states.at(-1) === 'standing by' || world.lines.some((line) => line.includes('"standing by"'))
      }, PATIENCE)
      .toBe(true)
    await second.stop()
    await world.caughtUp()
    const before = ear.heard.length
    await world.story.request(car, '2026-08-20', '2026-08-22')
    await expect.poll(() => ear.heard.length, PATIENCE).toBeGreaterThan(before)
    await world.caughtUp()
    ear.close()
  })
})

describe(`${STREAMS} streams at once`, () => {
  it('cost little memory and one statement a look, and each hears of its own business alone', async () => {
    const { desk, world, tenants, cars } = given()
    const sessions = await Promise.all(tenants.map((tenant) => desk.signIn(tenant)))
    // Those of the tests before have gone.
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(0)
    const memory = await heapUsed()
    const ears = await Promise.all(
      Array.from({ length: STREAMS }, async (_none, index) => {
        const place = BUSINESSES - 1 - (index % BUSINESSES)
        return { place, ear: await (await desk.listen(sessions[place] ?? '')).listens() }
      }),
    )
    expect(desk.live.streams).toBe(STREAMS)
    const each = Math.round(((await heapUsed()) - memory) / ears.length / 1024)

    const looked = vi.spyOn(desk.lookUps, 'query')
    await expect.poll(() => looked.mock.calls.length, PATIENCE).toBeGreaterThanOrEqual(3)
    const statements = looked.mock.calls.length
    const began = performance.now()
    await expect.poll(() => looked.mock.calls.length, PATIENCE).toBeGreaterThanOrEqual(statements + 3)
    expect(performance.now() - began).toBeGreaterThan(200)
    looked.mockRestore()

    const car = cars[3]
    if (car === undefined) throw new Error('there are cars')
    const sent = performance.now()
    await world.story.request(car, '2026-09-20', '2026-09-22')
    const ours = ears.filter(({ place }) => place === 3)
    await expect.poll(() => ours.every(({ ear }) => ear.heard.length === 1), PATIENCE).toBe(true)
    const took = Math.round(performance.now() - sent)
    expect(ears.filter(({ place, ear }) => place !== 3 && ear.heard.length > 0)).toEqual([])
    console.log(
      `live: ${STREAMS} streams, ${each} kB of memory each (both ends), ${ours.length} heard after ${took} ms`,
    )
    // A hundred kilobytes without load; garbage that nobody has collected yet counts too.
    expect(each).toBeLessThan(1_000)
    for (const { ear } of ears) ear.close()
    await expect.poll(() => desk.live.streams, PATIENCE).toBe(0)
  })
})

describe('a process that ends', () => {
  it('ends its streams at once and opens no new ones, so that its drain is short', async () => {
    const { world, tenants } = given()
    const [tenant] = tenants
    if (tenant === undefined) throw new Error('there are tenants')
    const ending = await Desk.open(world)
    const session = await ending.signIn(tenant)
    const ears = await Promise.all(Array.from({ length: 10 }, async () => (await ending.listen(session)).listens()))
    ending.live.close()
    const late = await ending.get('/api/admin/live', { session })
    expect(late).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // Before its drain begins, so that nobody is waited for in it.
    await expect.poll(() => ears.every(({ ended }) => ended), PATIENCE).toBe(true)
    await ending[Symbol.asyncDispose]()
  })
})

async function heapUsed(): Promise<number> {
  global.gc?.()
  await turnOfTheLoop()
  return process.memoryUsage().heapUsed
}
