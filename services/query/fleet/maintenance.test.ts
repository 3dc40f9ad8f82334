import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { MaintenanceList } from '@forecourt/contracts/maintenance.ts'
import { AdminFleet } from '@forecourt/contracts/vehicle.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod/mini'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { opened } from '../testing/open.ts'
import { Workshop } from '../testing/workshop.ts'

/** Today is 2026-06-15. */
const given = opened(async ({ story }, desk) => {
  const workshop = new Workshop(story)
  const harbour = await story.business('Harbour Hire')
  const northern = await story.business('Northern Wheels')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  const golf = await story.vehicle(harbour, 'VW Golf')
  const sold = await story.vehicle(harbour, 'Sold')
  const theirs = await story.vehicle(northern, 'Theirs')
  const running = await workshop.maintain(fiesta, '2026-06-10', '2026-06-18', { kind: 'mot', note: 'Bay 2' })
  const old = await workshop.maintain(fiesta, '2025-06-01', '2025-06-03')
  const later = await workshop.maintain(golf, '2026-08-01', '2026-08-03')
  await workshop.move(later, '2026-07-01', '2026-07-04')
  await workshop.describe(later, 'repair', 'Front tyres')
  await workshop.cancel(await workshop.maintain(golf, '2026-06-14', '2026-06-20'))
  const far = await workshop.maintain(golf, '2027-01-05', '2027-01-06', { kind: 'cleaning' })
  await workshop.maintain(sold, '2026-06-20', '2026-06-21')
  await workshop.maintain(theirs, '2026-06-14', '2026-06-16', { note: 'CANARY of Northern' })
  await story.remove(sold)
  const waiting = await story.request(golf, '2026-07-03', '2026-07-08')
  const first = await story.request(golf, '2026-06-28', '2026-07-02')
  await story.request(golf, '2026-07-04', '2026-07-06')
  await story.reject(await story.request(golf, '2026-07-01', '2026-07-02'))
  await workshop.isDue(golf, { mot: '2026-06-30', insurance: '2027-01-31' })
  const [staff, strangers] = [await desk.signIn(harbour), await desk.signIn(northern)]
  return { workshop, harbour, fiesta, golf, sold, theirs, running, old, later, far, waiting, first, staff, strangers }
})

const listed = async (path: string, session = given().staff) => {
  const answer = await given().desk.get(path, { session })
  expect(answer.status).toBe(200)
  return MaintenanceList.parse(answer.body)
}
const daysOf = (list: z.infer<typeof MaintenanceList>) => list.map(({ from, to }) => [from, to])

const ofVehicle = async (id: string, query = '') => daysOf(await listed(`/api/admin/cars/${id}/maintenance${query}`))

describe('GET /api/admin/maintenance', () => {
  it('shows the whole fleet’s from today on for 90 days, by vehicle and day, as it stands now', async () => {
    const { fiesta, golf, running, later, waiting, first } = given()
    expect(await listed('/api/admin/maintenance')).toEqual([
      expect.objectContaining({
        id: running.maintenanceId,
        carId: fiesta.vehicleId,
        from: '2026-06-10',
        to: '2026-06-18',
        kind: 'mot',
        note: 'Bay 2',
        requests: [],
      }),
      expect.objectContaining({
        id: later.maintenanceId,
        carId: golf.vehicleId,
        from: '2026-07-01',
        to: '2026-07-04',
        kind: 'repair',
        note: 'Front tyres',
        requests: [
          expect.objectContaining({ id: first.bookingId, pickupDate: '2026-06-28', dropoffDate: '2026-07-02' }),
          expect.objectContaining({ id: waiting.bookingId, pickupDate: '2026-07-03', dropoffDate: '2026-07-08' }),
        ],
      }),
    ])
  })

  it.each([
    ['from=2026-06-18', ['2026-07-01']],
    ['from=2026-06-17&to=2026-07-01', ['2026-06-10']],
    ['from=2026-06-01&to=2026-06-10', []],
    ['from=2026-06-01&to=2027-06-02', ['2026-06-10', '2026-07-01', '2027-01-05']],
    ['from=2025-06-02&to=2025-06-03', ['2025-06-01']],
    ['from=9999-12-31', []],
  ])('?%s: what holds a day from the first up to the day before the second', async (query, firsts) => {
    expect((await listed(`/api/admin/maintenance?${query}`)).map(({ from }) => from)).toEqual(firsts)
  })

  it.each([
    'from=x',
    'from=0000-01-01',
    'to=2026-06-01',
    'from=2026-06-02&to=2026-06-02',
    'limit=1',
    'from=2026-01-01&to=2027-01-03',
  ])('refuses ?%s with 400', async (query) => {
    const { desk, staff } = given()
    const answer = await desk.get(`/api/admin/maintenance?${query}`, { session: staff })
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid-query' }])
  })

  it('is not answered again to whoever has it, and not at all to strangers', async () => {
    const { desk, staff, strangers } = given()
    const first = await desk.get('/api/admin/maintenance', { session: staff })
    const etag = first.headers.get('etag') ?? ''
    expect((await desk.get('/api/admin/maintenance', { session: staff, etag })).status).toBe(304)
    expect((await desk.get('/api/admin/maintenance')).status).toBe(401)
    expect(first.text).not.toContain('CANARY')
    expect(await listed('/api/admin/maintenance', strangers)).toMatchObject([{ note: 'CANARY of Northern' }])
  })
})

describe('GET /api/admin/cars/{id}/maintenance', () => {
  it('shows one vehicle’s, of a year back without an end, or of the days that are asked for', async () => {
    const { golf, fiesta } = given()
    expect(await ofVehicle(golf.vehicleId)).toEqual([
      ['2026-07-01', '2026-07-04'],
      ['2027-01-05', '2027-01-06'],
    ])
    expect(await ofVehicle(fiesta.vehicleId)).toEqual([['2026-06-10', '2026-06-18']])
    expect(await ofVehicle(fiesta.vehicleId, '?from=2020-01-01')).toHaveLength(2)
    expect(await ofVehicle(fiesta.vehicleId, '?from=2020-01-01&to=2026-01-01')).toEqual([['2025-06-01', '2025-06-03']])
  })

  it('answers 404 with the same bytes for a removed, absent, malformed vehicle and another business’s', async () => {
    const { desk, staff, sold, theirs } = given()
    const ids = [sold.vehicleId, theirs.vehicleId, crypto.randomUUID(), 'x', '%00', "1'or'1"]
    const answers = await Promise.all(
      ids.map((id) => desk.get(`/api/admin/cars/${id}/maintenance`, { session: staff })),
    )
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
})

describe('a vehicle that is worked on today', () => {
  it('is in maintenance for staff, and out for visitors, who are not told why and may book other days', async () => {
    const { desk, staff } = given()
    const admin = AdminFleet.parse((await desk.get('/api/admin/cars', { session: staff })).body)
    expect(admin).toMatchObject([
      { name: 'Ford Fiesta', status: 'maintenance', storedStatus: 'available' },
      { name: 'VW Golf', status: 'available', storedStatus: 'available' },
    ])
    const answer = await desk.get('/api/cars?businessSlug=harbour-hire')
    expect(Fleet.parse(answer.body)).toMatchObject([
      { name: 'Ford Fiesta', status: 'available', outToday: true },
      { name: 'VW Golf', status: 'available', outToday: false },
    ])
    expect(answer.text).not.toMatch(/mot|Bay 2|Front tyres/i)
  })

  it('shows staff when its papers are due, which no visitor is told', async () => {
    const { desk, staff } = given()
    const admin = AdminFleet.parse((await desk.get('/api/admin/cars', { session: staff })).body)
    expect(admin.map(({ dueDates }) => dueDates)).toEqual([
      { mot: null, service: null, insurance: null, tax: null },
      { mot: '2026-06-30', service: null, insurance: '2027-01-31', tax: null },
    ])
    expect((await desk.get('/api/cars?businessSlug=harbour-hire')).text).not.toContain('due')
  })
})

describe('booked dates', () => {
  it('hold maintenance like anything else, without a reason', async () => {
    const { desk, golf } = given()
    const answer = await desk.get(`/api/cars/${golf.vehicleId}/booked-dates`)
    expect(BookedDates.parse(answer.body)).toEqual([
      { pickupDate: '2026-07-01', dropoffDate: '2026-07-04' },
      { pickupDate: '2027-01-05', dropoffDate: '2027-01-06' },
    ])
  })

  it('hold the days that the business keeps free after each booking and before the next, and the next days do, too', async () => {
    const { world, workshop, desk } = given()
    const { story } = world
    const tenant = await story.business('Clean Cars')
    const car = await story.vehicle(tenant, 'Mini')
    await story.approve(await story.request(car, '2026-06-20', '2026-06-22'))
    await story.approve(await story.request(car, '2026-05-10', '2026-05-15'))
    await workshop.maintain(car, '2026-06-22', '2026-06-23')
    const booked = async () => {
      await world.caughtUp()
      return BookedDates.parse((await desk.get(`/api/cars/${car.vehicleId}/booked-dates`)).body)
    }
    const block = { pickupDate: '2026-06-22', dropoffDate: '2026-06-23' }
    expect(await booked()).toEqual([{ pickupDate: '2026-06-20', dropoffDate: '2026-06-22' }, block])
    await workshop.keepFree(tenant, 2)
    const held = [
      { pickupDate: '2026-06-18', dropoffDate: '2026-06-20' },
      { pickupDate: '2026-06-20', dropoffDate: '2026-06-24' },
      block,
    ]
    // What ended 31 days ago is shown as long as its turn-round is not over for so long.
    expect(await booked()).toEqual([{ pickupDate: '2026-05-10', dropoffDate: '2026-05-17' }, ...held])
    const [mini] = Fleet.parse((await desk.get('/api/cars?businessSlug=clean-cars')).body)
    expect(mini?.nextDays.booked).toEqual(held)
    await workshop.keepFree(tenant, 0)
    expect(await booked()).toHaveLength(2)
  })
})

it('a rebuild makes the same rows', async () => {
  const { world } = given()
  await world.caughtUp()
  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
  expect(await world.rows('maintenance')).toHaveLength(8)
})
