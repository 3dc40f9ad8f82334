import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintVehicleImagePath } from '@forecourt/kit/object-path.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const closed = await story.business('Closed Cars')
  const closedCar = await story.vehicle(closed, 'Behind the fence')
  await story.deactivate(closed)
  await story.vehicle(northern, 'CANARY of Northern')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(harbour, 'VW Golf', 60)
  const sold = await story.vehicle(harbour, 'Sold')
  await story.remove(sold)
  await story.changeStatus(golf, 'available', 'maintenance')
  const later = await story.request(fiesta, '2026-06-20', '2026-06-22')
  const now = await story.request(fiesta, '2026-06-14', '2026-06-16')
  const golfNow = await story.request(golf, '2026-06-14', '2026-06-16')
  const long = await story.request(fiesta, '2026-02-01', '2026-02-03')
  for (const rental of [later, now, golfNow, long]) await story.approve(rental)
  await story.request(fiesta, '2026-06-24', '2026-06-25')
  const done = await story.request(fiesta, '2026-06-26', '2026-06-27')
  await story.approve(done)
  await story.complete(done)
  return { harbour, fiesta, golf, sold, closedCar, staff: await desk.signIn(harbour) }
})

const standing = (body: unknown) => Fleet.parse(body).map(({ name, status, outToday }) => [name, status, outToday])

describe('GET /api/cars', () => {
  it('shows the fleet of the business by name, as the contract says, without removed vehicles and other businesses', async () => {
    const { desk } = given()
    const answer = await desk.get('/api/cars?businessSlug=harbour-hire')
    expect(answer.status).toBe(200)
    expect(Fleet.parse(answer.body).map(({ name }) => name)).toEqual(['Ford Fiesta', 'VW Golf'])
    expect(Fleet.parse(answer.body)[1]).toMatchObject({ dailyRate: '60.00', imageUrl: '/objects/vehicles/blue.webp' })
    expect(answer.text).not.toContain('CANARY')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  it('says which vehicle is out today, beside the status that decides whether it can be booked; the dropoff day is free', async () => {
    const { desk } = given()
    const ask = async (now: string) => {
      desk.clock.now = new Date(now)
      return standing((await desk.get('/api/cars?businessSlug=harbour-hire')).body)
    }
    expect(await ask('2026-06-15T10:00:00Z')).toEqual([
      ['Ford Fiesta', 'available', true],
      ['VW Golf', 'maintenance', true],
    ])
    expect(await ask('2026-06-16T10:00:00Z')).toContainEqual(['Ford Fiesta', 'available', false])
    // 23:30 in UTC is half past midnight of the next day in London.
    expect(await ask('2026-06-13T23:30:00Z')).toContainEqual(['Ford Fiesta', 'available', true])
    expect(await ask('2026-06-13T22:30:00Z')).toContainEqual(['Ford Fiesta', 'available', false])
    desk.clock.now = new Date('2026-06-15T10:00:00Z')
  })

  it('says of each vehicle how it is booked in the next 14 days of the business, and of no other', async () => {
    const { desk } = given()
    const ask = async (now: string) => {
      desk.clock.now = new Date(now)
      const answer = await desk.get('/api/cars?businessSlug=harbour-hire')
      return Fleet.parse(answer.body).map(({ nextDays }) => nextDays)
    }
    const now = { pickupDate: '2026-06-14', dropoffDate: '2026-06-16' }
    const later = { pickupDate: '2026-06-20', dropoffDate: '2026-06-22' }
    const days = { from: '2026-06-15', until: '2026-06-29' }
    // Neither what is pending or completed, nor what is over.
    expect(await ask('2026-06-15T10:00:00Z')).toEqual([
      { ...days, booked: [now, later] },
      { ...days, booked: [now] },
    ])
    // The drop-off day is free, and so is what begins on the fifteenth day.
    expect((await ask('2026-06-16T10:00:00Z'))[0]?.booked).toEqual([later])
    expect((await ask('2026-06-06T10:00:00Z'))[0]).toMatchObject({ until: '2026-06-20', booked: [now] })
    expect((await ask('2026-06-07T10:00:00Z'))[0]?.booked).toEqual([now, later])
    // 23:30 in UTC is half past midnight of the next day in London.
    expect((await ask('2026-06-06T23:30:00Z'))[0]).toMatchObject({ from: '2026-06-07', booked: [now, later] })
    desk.clock.now = new Date('2026-06-15T10:00:00Z')
  })

  it.each([
    '/api/cars',
    '/api/cars?businessSlug=',
    '/api/cars?businessSlug=harbour-hire&businessSlug=northern-wheels',
    '/api/cars?businessSlug=harbour-hire&businessId=1',
    '/api/cars?businessSlug[]=harbour-hire',
    '/api/cars?__proto__=1&businessSlug=harbour-hire',
  ])('refuses %s with 400 and a problem', async (path) => {
    const answer = await given().desk.get(path)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body).toMatchObject({ code: 'invalid-query', errors: expect.arrayContaining([expect.anything()]) })
  })

  it.each(['closed-cars', 'nobody', 'Harbour-Hire', "'--", '%00', '%ff', '..%2f', 'x'.repeat(64), 'x'.repeat(9_000)])(
    'answers 404, always with the same bytes, for the slug %.70s',
    async (slug) => {
      const { desk } = given()
      const absent = await desk.get('/api/business/absent')
      const [fleet, business] = [
        await desk.get(`/api/cars?businessSlug=${slug}`),
        await desk.get(`/api/business/${slug}`),
      ]
      expect([fleet.status, business.status]).toEqual([404, 404])
      expect(fleet.text).toBe(absent.text)
      expect(business.text).toBe(absent.text)
    },
  )
})

describe('GET /api/cars/{id}/booked-dates', () => {
  it('lists approved periods only, by pickup, without those that nobody can book any more', async () => {
    const { desk, fiesta } = given()
    const answer = await desk.get(`/api/cars/${fiesta.vehicleId}/booked-dates`)
    expect(BookedDates.parse(answer.body)).toEqual([
      { pickupDate: '2026-06-14', dropoffDate: '2026-06-16' },
      { pickupDate: '2026-06-20', dropoffDate: '2026-06-22' },
    ])
  })

  it('answers 404 with the same bytes for a removed, absent, malformed vehicle and one of a closed business', async () => {
    const { desk, sold, closedCar } = given()
    const ids = [sold.vehicleId, closedCar.vehicleId, crypto.randomUUID(), 'x', '%00', "1'or'1"]
    const answers = await Promise.all(ids.map((id) => desk.get(`/api/cars/${id}/booked-dates`)))
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('GET /api/admin/cars', () => {
  it('shows staff their fleet with the stored status beside the derived one', async () => {
    const { desk, staff } = given()
    const answer = await desk.get('/api/admin/cars', { session: staff })
    expect(AdminFleet.parse(answer.body)).toMatchObject([
      { name: 'Ford Fiesta', status: 'booked', storedStatus: 'available' },
      { name: 'VW Golf', status: 'maintenance', storedStatus: 'maintenance' },
    ])
  })

  it.each(['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'cursor=x', 'q=', 'status=available', 'q=a%00b'])(
    'refuses ?%s with 400',
    async (query) => {
      const { desk, staff } = given()
      const answer = await desk.get(`/api/admin/cars?${query}`, { session: staff })
      expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-query' }])
    },
  )

  it('says, as the portal does, in which widths a picture can be had', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Pictures')
    const lookupKey = keyFromBase64(world.lookupKey)
    const upload = { businessId: tenant.businessId, uploadId: 'a' }
    const path = mintVehicleImagePath(lookupKey, upload, 960)
    await world.story.vehicle(tenant, 'With', 45, path)
    await world.story.vehicle(tenant, 'Without', 45, null)
    await world.caughtUp()
    const shown = [
      { imageUrl: path, imageSrcset: `${path}?w=320 320w, ${path}?w=640 640w, ${path}?w=960 960w` },
      { imageUrl: null, imageSrcset: null },
    ]
    const session = await desk.signIn(tenant)
    expect(AdminFleet.parse((await desk.get('/api/admin/cars', { session })).body)).toMatchObject(shown)
    expect(Fleet.parse((await desk.get('/api/cars?businessSlug=pictures')).body)).toMatchObject(shown)
  })

  it('gives it page by page and finds by name and plate', async () => {
    const { desk, staff } = given()
    const first = await desk.get('/api/admin/cars?limit=1', { session: staff })
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await desk.get(next, { session: staff })
    expect(second.body).toMatchObject([{ name: 'VW Golf' }])
    expect(second.headers.get('link')).toBeNull()
    expect((await desk.get('/api/admin/cars?q=gOLF', { session: staff })).body).toMatchObject([{ name: 'VW Golf' }])
    for (const plate of ['ab12', 'AB12 cde', 'cde  ab12', 'ab12cde', '12c']) {
      expect((await desk.get(`/api/admin/cars?q=${plate}`, { session: staff })).body).toHaveLength(2)
    }
    for (const nothing of ['sold', '%25', '_', 'ab13 cde', 'CANARY', '%23', '%23%20%23', '%CC%81']) {
      expect((await desk.get(`/api/admin/cars?q=${nothing}`, { session: staff })).body).toEqual([])
    }
  })
})

const cursorOf = (...place: string[]) => Buffer.from(JSON.stringify(place)).toString('base64url')

describe('a page of GET /api/admin/cars', () => {
  it('is followed by the next one whatever vehicles are called', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Long Names')
    const names = ['漢', '🚙', '"', '\\'].map((character) => character.repeat(100 / character.length))
    for (const name of names) await world.story.vehicle(tenant, name)
    await world.caughtUp()
    const session = await desk.signIn(tenant)
    const seen: string[] = []
    for (let path: string | undefined = '/api/admin/cars?limit=1'; path !== undefined; ) {
      const page = await desk.get(path, { session })
      expect(page.status).toBe(200)
      seen.push(...AdminFleet.parse(page.body).map(({ name }) => name))
      path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    expect(seen.toSorted()).toEqual(names.toSorted())
  })

  it('is followed by what comes after the name that its last vehicle had, whatever that is called by then', async () => {
    const { world, desk } = given()
    const tenant = await world.story.business('Renamed Pages')
    const names = ['Audi', 'BMW', 'Fiat', 'Seat']
    const [audi] = await Promise.all(names.map(async (name) => await world.story.vehicle(tenant, name)))
    await world.caughtUp()
    const session = await desk.signIn(tenant)
    const page = await desk.get('/api/admin/cars?limit=1', { session })
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    if (audi === undefined) throw new Error('there is no such vehicle')
    await world.story.rename(audi, 'Zafira')
    await world.caughtUp()
    const rest = AdminFleet.parse((await desk.get(next.replace('limit=1', 'limit=3'), { session })).body)
    expect(rest.map(({ name }) => name)).toEqual(['BMW', 'Fiat', 'Seat'])
  })

  it('may begin after a cursor of before there were names in them, and after none with a name that is no text', async () => {
    const { desk, staff, fiesta } = given()
    const after = async (...place: string[]) =>
      await desk.get(`/api/admin/cars?cursor=${cursorOf(...place)}`, { session: staff })
    const { vehicleId } = fiesta
    expect((await after(vehicleId)).body).toMatchObject([{ name: 'VW Golf' }])
    expect((await after(vehicleId, 'Ford Fiesta')).body).toMatchObject([{ name: 'VW Golf' }])
    for (const place of [['x'], [vehicleId, 'a\0'], [vehicleId, '\ud800'], [vehicleId, 'Ford Fiesta', '']]) {
      expect([place, (await after(...place)).status]).toEqual([place, 400])
    }
  })

  it('of another business is no place in this one’s list', async () => {
    const { world, desk, staff } = given()
    const tenant = await world.story.business('Other Pages')
    for (const name of ['A', 'B']) await world.story.vehicle(tenant, name)
    await world.caughtUp()
    const page = await desk.get('/api/admin/cars?limit=1', { session: await desk.signIn(tenant) })
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect(next).toContain('cursor=')
    expect((await desk.get(next, { session: staff })).body).toEqual([])
  })
})

describe('other methods and paths', () => {
  it('are refused as problems: 405 with Allow, 404 otherwise', async () => {
    const { desk } = given()
    const post = await desk.get('/api/cars?businessSlug=harbour-hire', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const bookings = await desk.get('/api/bookings')
    expect([bookings.status, bookings.headers.get('allow')]).toEqual([405, 'POST'])
    const manifest = await desk.get('/harbour-hire/portal/manifest.webmanifest', { method: 'OPTIONS' })
    expect([manifest.status, manifest.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect((await desk.get('/api/nothing')).body).toMatchObject({ code: 'not-found' })
    const head = await desk.get('/api/cars?businessSlug=harbour-hire', { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100)
  })
})
