import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ensureReadModel } from '../projection/rebuild.ts'
import { createTeller } from '../projection/tell.ts'
import { Desk } from '../testing/desk.ts'
import { opened } from '../testing/open.ts'
import { World } from '../testing/world.ts'
import { PATIENCE } from './horizon.ts'

const given = opened(async (world, desk) => {
  const { story } = world
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const car = await story.vehicle(harbour, 'Ford Fiesta')
  await story.vehicle(northern, 'VW Golf')
  await world.caughtUp()
  return { harbour, northern, car, staff: await desk.signIn(harbour), strangers: await desk.signIn(northern) }
})

const ROUTES = ['/api/auth/user', '/api/admin/business', '/api/admin/bookings', '/api/admin/cars'] as const

describe('an entity tag', () => {
  it('is answered with 304 and no body until a row of the tenant changes', async () => {
    const { desk, staff, world, car } = given()
    const first = await desk.get('/api/admin/bookings', { session: staff })
    const etag = first.headers.get('etag') ?? ''
    const again = await desk.get('/api/admin/bookings', { session: staff, etag })
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect((await desk.get('/api/admin/bookings', { session: staff, etag: `W/${etag}` })).status).toBe(304)
    expect((await desk.get('/api/admin/bookings', { session: staff, etag: `"x", ${etag}` })).status).toBe(304)

    await world.story.request(car, '2026-06-01', '2026-06-03')
    await world.caughtUp()
    const changed = await desk.get('/api/admin/bookings', { session: staff, etag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(changed.body).toHaveLength(1)
  })

  it('does not change when another tenant’s rows do', async () => {
    const { desk, strangers, world, car } = given()
    const etag = (await desk.get('/api/admin/cars', { session: strangers })).headers.get('etag') ?? ''
    await world.story.request(car, '2026-06-05', '2026-06-07')
    await world.caughtUp()
    expect((await desk.get('/api/admin/cars', { session: strangers, etag })).status).toBe(304)
  })

  it('of the fleet and of figures stays when a request comes and is rejected, and changes when one is approved', async () => {
    const { desk, staff, world, car } = given()
    const routes = {
      portal: '/api/cars?businessSlug=harbour-hire',
      bookedDates: `/api/cars/${car.vehicleId}/booked-dates`,
      fleet: '/api/admin/cars',
      performance: '/api/admin/car-performance',
      month: '/api/admin/stats?year=2026&month=8',
    }
    // Whoever has written what has been projected: others see it later by the time that a notice takes.
    const tags = async () => {
      const seen = await world.caughtUp()
      const asked = Object.entries(routes).map(async ([name, path]) => {
        const { headers } = await desk.get(path, { session: staff, seen })
        return [name, headers.get('etag') ?? ''] as const
      })
      return Object.fromEntries(await Promise.all(asked))
    }
    // The customers of a month are all there are: whoever asks for the first time changes it.
    const known = { email: 'regular@example.com' }
    await world.story.request(car, '2026-09-01', '2026-09-03', known)
    const before = await tags()
    const rental = await world.story.request(car, '2026-09-05', '2026-09-07', known)
    expect(await tags()).toEqual(before)
    await world.story.reject(rental)
    expect(await tags()).toEqual(before)

    await world.story.approve(await world.story.request(car, '2026-09-09', '2026-09-11', known))
    const after = await tags()
    expect(Object.keys(routes).filter((name) => after[name] === before[name])).toEqual([])
  })

  it('of one tenant or user never stands for another’s answer', async () => {
    const { desk, staff, strangers } = given()
    for (const route of ROUTES) {
      const etag = (await desk.get(route, { session: staff })).headers.get('etag') ?? ''
      expect((await desk.get(route, { session: strangers, etag })).status).toBe(200)
    }
  })

  it('is no way in: without a session it is 401', async () => {
    const { desk, staff } = given()
    const etag = (await desk.get('/api/admin/bookings', { session: staff })).headers.get('etag') ?? ''
    expect((await desk.get('/api/admin/bookings', { etag })).status).toBe(401)
  })

  it('of what depends on today is another one tomorrow', async () => {
    const { desk } = given()
    const fleet = '/api/cars?businessSlug=harbour-hire'
    const etag = (await desk.get(fleet)).headers.get('etag') ?? ''
    expect((await desk.get(fleet, { etag })).status).toBe(304)
    const today = desk.clock.now
    desk.clock.now = new Date(today.getTime() + 86_400_000)
    expect((await desk.get(fleet, { etag })).status).toBe(200)
    desk.clock.now = today
  })

  it('changes when a parked stream is released, although no event was added', async () => {
    const { desk, staff, world, harbour } = given()
    const etag = (await desk.get('/api/admin/cars', { session: staff })).headers.get('etag') ?? ''
    await world.pool.query('update read.tenants set released = released + 1 where business_id = $1', [
      harbour.businessId,
    ])
    expect((await desk.get('/api/admin/cars', { session: staff, etag })).status).toBe(200)
  })
})

const versions = async (world: World) =>
  (await world.rows('tenants')).map(({ version, released }) => ({ version, released }))

/** Tells as a later version does that can live with the broken event. */
function mended(world: World): ReturnType<typeof createTeller> {
  const tell = createTeller(world.vault)
  return async (events) =>
    (await tell(events)).map((told) => ('unreadable' in told ? { event: told.event, fact: undefined } : told))
}

describe('an upgrade that builds the rows anew', () => {
  it('gives other rows another tag, although they have come to the same position as the old ones', async () => {
    const world = await World.create()
    onTestFinished(() => world[Symbol.asyncDispose]())
    const projector = world.project()
    await world.projecting()
    const desk = await Desk.open(world)
    onTestFinished(() => desk[Symbol.asyncDispose]())
    const harbour = await world.story.business('Harbour Hire')
    const sick = await world.story.vehicle(harbour, 'Sick')
    const rental = await world.story.request(sick, '2026-06-01', '2026-06-03')
    await world.story.somethingBroken(sick)
    await world.story.approve(rental)
    await world.story.vehicle(harbour, 'Sound')
    await world.caughtUp()
    await projector.stop()
    const session = await desk.signIn(harbour)
    const parked = await desk.get('/api/admin/bookings', { session })
    expect(parked.body).toMatchObject([{ status: 'pending' }])
    const positions = await versions(world)

    await world.pool.query('update read.checkpoint set model = 0')
    await ensureReadModel({ ...world.projection(), tell: mended(world), eventLog: world.eventLog })
    expect(await versions(world)).toEqual(positions)
    const etag = parked.headers.get('etag') ?? ''
    const [kept, asked] = [
      await desk.get('/api/admin/bookings', { session, etag }),
      await desk.get('/api/admin/bookings', { session }),
    ]
    expect([kept.status, kept.body]).toMatchObject([200, [{ status: 'approved' }]])
    expect(asked.body).toMatchObject([{ status: 'approved' }])
  })
})

describe('a body', () => {
  it('is built once per version, however many ask for it', async () => {
    const { desk, staff } = given()
    const ask = () => desk.get('/api/admin/bookings?limit=77', { session: staff })
    const built = vi.spyOn(desk.database, 'maybeOne')
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await ask()
    expect(built).toHaveBeenCalledTimes(1)
    built.mockRestore()
  })
})

describe('reading one’s own writes', () => {
  it('waits until the rows have come to the position that the caller has seen', async () => {
    const { desk, staff, world, car } = given()
    for (let time = 0; time < 10; time += 1) {
      const rental = await world.story.request(car, '2026-07-01', '2026-07-03')
      const { position } = await world.story.reject(rental)
      const answer = await desk.get('/api/admin/bookings', { session: staff, seen: position })
      expect(answer.headers.get('x-stale')).toBeNull()
      expect(answer.body).toContainEqual(expect.objectContaining({ id: rental.bookingId, status: 'rejected' }))
    }
  })

  it('also by the header, and for public answers', async () => {
    const { desk, world, car } = given()
    const rental = await world.story.request(car, '2026-08-01', '2026-08-03')
    const { position } = await world.story.approve(rental)
    const headers = { 'x-log-position': String(position) }
    const answer = await desk.get(`/api/cars/${car.vehicleId}/booked-dates`, { headers })
    expect(answer.body).toContainEqual({ pickupDate: '2026-08-01', dropoffDate: '2026-08-03' })
  })

  it('answers after two seconds with what there is, and says so', async () => {
    const { staff, world } = given()
    await using desk = await Desk.open(world, undefined, undefined, PATIENCE)
    const head = await world.eventLog.head()
    const began = performance.now()
    const answer = await desk.get('/api/admin/bookings', { session: staff, seen: head + 1_000n })
    const took = performance.now() - began
    expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, 'true'])
    expect(answer.headers.get('etag'), 'a browser that kept it would hear that it is old from its own copy').toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(took).toBeGreaterThanOrEqual(1_900)
    expect(took).toBeLessThan(20_000)
  })

  it('takes a position that is none for nothing said', async () => {
    const { desk, staff } = given()
    for (const text of ['x', '-1', '1e9', '99999999999999999999', '']) {
      const answer = await desk.get('/api/admin/business', { session: staff, headers: { 'x-log-position': text } })
      expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, null])
    }
  })
})

describe('when the database cuts the connections', () => {
  it('answers 503 at worst, and again as before without anybody’s help', async () => {
    const { desk, staff, world, car } = given()
    await world.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const first = await desk.get('/api/admin/bookings?limit=3', { session: staff })
    expect([200, 503]).toContain(first.status)
    const rental = await world.story.request(car, '2026-09-01', '2026-09-03')
    const { position } = await world.story.reject(rental)
    await vi.waitFor(
      async () => {
        const answer = await desk.get('/api/admin/bookings', { session: staff, seen: position })
        expect([answer.status, answer.headers.get('x-stale')]).toEqual([200, null])
        expect(answer.body).toContainEqual(expect.objectContaining({ id: rental.bookingId, status: 'rejected' }))
      },
      { timeout: 60_000 },
    )
  })
})
