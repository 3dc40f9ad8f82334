import { CarPerformance, Stats } from '@forecourt/contracts/figures.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { parkedStreams } from '../projection/parked.ts'
import { releaseParked } from '../projection/release.ts'
import { createTeller } from '../projection/tell.ts'
import { opened } from '../testing/open.ts'
import type { Car, Tenant } from '../testing/rental.ts'

const given = opened(async () => ({}))
let business: Tenant
let session: string
let car: Car
let count = 0

/** Each group of rules has a business of its own, with one vehicle at £50 a day. */
function ownBusiness(): void {
  beforeAll(async () => {
    const { world, desk } = given()
    count += 1
    business = await world.story.business(`Figures ${count}`)
    car = await world.story.vehicle(business, 'Ford Fiesta', 50)
    await world.caughtUp()
    session = await desk.signIn(business)
  })
}

/** @param month 0 to 11, as in the call */
async function stats(year: number, month: number): Promise<Stats> {
  const { world, desk } = given()
  await world.caughtUp()
  const { status, body } = await desk.get(`/api/admin/stats?year=${year}&month=${month}`, { session })
  expect(status).toBe(200)
  return Stats.parse(body)
}

async function performance(): Promise<CarPerformance> {
  const { world, desk } = given()
  await world.caughtUp()
  const { status, body } = await desk.get('/api/admin/car-performance', { session })
  expect(status).toBe(200)
  return CarPerformance.parse(body)
}

async function approved(vehicle: Car, pickup: string, dropoff: string) {
  const { story } = given().world
  const rental = await story.request(vehicle, pickup, dropoff)
  await story.approve(rental)
  return rental
}

const names = (list: CarPerformance['topPerformers']) => list.map(({ carName }) => carName)

describe('a month without any booking', () => {
  ownBusiness()

  it('shows zeros', async () => {
    expect(await stats(2026, 5)).toEqual({ revenue: '0.00', activeBookings: 0, utilization: 0, customers: 0 })
  })

  it('shows a utilisation of 0 when there are no vehicles', async () => {
    await given().world.story.remove(car)
    expect(await stats(2026, 5)).toMatchObject({ utilization: 0 })
    expect(await performance()).toEqual({ topPerformers: [], bottomPerformers: [] })
  })
})

describe('a booking in the figures', () => {
  ownBusiness()

  it('counts from its approval, pending and rejected ones never, and again after it was reinstated', async () => {
    const { story } = given().world
    const rental = await story.request(car, '2026-06-01', '2026-06-07')
    const seen = [await stats(2026, 5)]
    for (const step of [story.approve, story.complete, story.reinstate, story.cancel]) {
      await step(rental)
      seen.push(await stats(2026, 5))
    }
    await story.reject(await story.request(car, '2026-06-20', '2026-06-22'))
    expect(seen.map((each) => [each.revenue, each.activeBookings, each.utilization])).toEqual([
      ['0.00', 0, 0],
      ['300.00', 1, 20],
      ['300.00', 0, 20],
      ['300.00', 1, 20],
      ['0.00', 0, 0],
    ])
    expect(await stats(2026, 5)).toEqual({ revenue: '0.00', activeBookings: 0, utilization: 0, customers: 2 })
  })

  it('earns in the month of its pickup, and is active and out in every month that it holds a day of', async () => {
    await approved(car, '2027-11-30', '2028-03-01')
    const months = [
      [2027, 9],
      [2027, 10],
      [2027, 11],
      [2028, 0],
      [2028, 1],
      [2028, 2],
    ] as const
    const seen: unknown[] = []
    for (const [year, month] of months) {
      const { revenue, activeBookings, utilization } = await stats(year, month)
      seen.push([revenue, activeBookings, utilization])
    }
    // The dropoff day is free, so March has none; February 2028 has 29 days and all are booked.
    expect(seen).toEqual([
      ['0.00', 0, 0],
      ['4600.00', 1, 3],
      ['0.00', 1, 100],
      ['0.00', 1, 100],
      ['0.00', 1, 100],
      ['0.00', 0, 0],
    ])
  })

  it('that was completed early counts its days once when they are given to the next', async () => {
    const { story } = given().world
    const early = await approved(car, '2029-04-01', '2029-05-01')
    await story.complete(early)
    const next = await approved(car, '2029-04-16', '2029-05-01')
    expect(await stats(2029, 3)).toMatchObject({ revenue: '2250.00', activeBookings: 1, utilization: 100 })
    await story.cancel(next)
    expect(await stats(2029, 3)).toMatchObject({ revenue: '1500.00', activeBookings: 0, utilization: 100 })
  })
})

describe('the fleet in the figures', () => {
  ownBusiness()

  it('counts vehicles that are in the workshop or taken off, but not those that have left', async () => {
    const { story } = given().world
    const others: Car[] = []
    for (const name of ['Workshop', 'Taken off', 'Sold']) others.push(await story.vehicle(business, name))
    const [workshop, takenOff, sold] = others
    if (!workshop || !takenOff || !sold) throw new Error('three vehicles were added')
    await story.changeStatus(workshop, 'available', 'maintenance')
    await story.changeStatus(takenOff, 'available', 'unavailable')
    await approved(car, '2026-06-01', '2026-06-16')
    await approved(sold, '2026-06-01', '2026-07-01')
    // 45 of 4 × 30 days are 37.5 percent: halves are rounded up.
    expect(await stats(2026, 5)).toMatchObject({ utilization: 38, revenue: '2100.00' })
    await story.remove(sold)
    // 15 of 3 × 30 days; what the sold one has earned stays earned.
    expect(await stats(2026, 5)).toMatchObject({ utilization: 17, revenue: '2100.00', activeBookings: 2 })
  })
})

describe('customers in the figures', () => {
  ownBusiness()

  it('are counted once each, from their first request until they are erased', async () => {
    const { story } = given().world
    const ada = { email: 'ada@example.com' }
    const rental = await story.request(car, '2026-06-01', '2026-06-03', ada)
    await story.request(car, '2026-07-01', '2026-07-03', ada)
    await story.approve(rental)
    await story.request(car, '2026-08-01', '2026-08-03', { email: 'grace@example.com' })
    expect(await stats(2026, 5)).toMatchObject({ customers: 2, revenue: '100.00' })
    await story.erase(rental)
    expect(await stats(2026, 5)).toMatchObject({ customers: 1, revenue: '100.00' })
    await story.request(car, '2026-09-01', '2026-09-03', ada)
    expect(await stats(2026, 5)).toMatchObject({ customers: 2 })
  })
})

describe('how the vehicles of the fleet perform', () => {
  ownBusiness()

  it('shows the three that earn most, and the three that earn least of the others', async () => {
    const { story } = given().world
    await approved(car, '2026-06-01', '2026-06-04')
    await story.complete(await approved(car, '2027-06-01', '2027-06-05'))
    await story.request(car, '2027-07-01', '2027-07-05')
    expect(await performance()).toEqual({
      topPerformers: [
        {
          carId: car.vehicleId,
          carName: 'Ford Fiesta',
          carImage: '/objects/vehicles/blue.webp',
          totalRevenue: '350.00',
          totalBookings: 2,
          totalDaysBooked: 7,
          revenuePerDay: '50.00',
        },
      ],
      bottomPerformers: [],
    })

    for (const name of ['Idle C', 'Idle A', 'Idle B', 'Idle D']) await story.vehicle(business, name)
    expect(names((await performance()).topPerformers)).toEqual(['Ford Fiesta'])
    expect((await performance()).bottomPerformers).toMatchObject([
      { carName: 'Idle A', totalRevenue: '0.00', totalBookings: 0, totalDaysBooked: 0, revenuePerDay: '0.00' },
      { carName: 'Idle B' },
      { carName: 'Idle C' },
    ])

    const gold = await story.vehicle(business, 'Gold', 100)
    await approved(gold, '2026-06-01', '2026-06-05')
    const tied = await story.vehicle(business, 'Also fifty', 50)
    await approved(tied, '2026-06-01', '2026-06-08')
    const least = await story.vehicle(business, 'Least', 1)
    await approved(least, '2026-06-01', '2026-06-02')
    const { topPerformers, bottomPerformers } = await performance()
    expect(names(topPerformers)).toEqual(['Gold', 'Also fifty', 'Ford Fiesta'])
    expect(names(bottomPerformers)).toEqual(['Idle A', 'Idle B', 'Idle C'])
  })

  it('leaves out a vehicle that has left the fleet', async () => {
    await given().world.story.remove(car)
    expect(names((await performance()).topPerformers)).toEqual(['Gold', 'Also fifty', 'Least'])
  })

  it('divides to the penny, halves rounded up', async () => {
    const { story } = given().world
    const cheap = await story.vehicle(business, 'Changed price', 1000)
    await approved(cheap, '2026-06-01', '2026-06-02')
    await approved({ ...cheap, dailyRate: car.dailyRate }, '2026-06-10', '2026-06-15')
    const { topPerformers } = await performance()
    expect(topPerformers[0]).toMatchObject({ totalRevenue: '1250.00', totalDaysBooked: 6, revenuePerDay: '208.33' })
  })
})

describe('vehicles that earn the same', () => {
  ownBusiness()

  it('are ranked by name', async () => {
    const { story } = given().world
    for (const name of ['Zafira', 'Astra', 'Mokka', 'Berlingo']) {
      await approved(await story.vehicle(business, name), '2026-06-01', '2026-06-03')
    }
    const { topPerformers, bottomPerformers } = await performance()
    expect(names(topPerformers)).toEqual(['Astra', 'Berlingo', 'Mokka'])
    expect(names(bottomPerformers)).toEqual(['Ford Fiesta', 'Zafira'])
  })
})

describe('a schedule that is parked', () => {
  ownBusiness()

  it('adds nothing while it waits, and all of it once it is released', async () => {
    const { world } = given()
    await approved(car, '2026-06-01', '2026-06-04')
    await world.story.somethingBroken(car)
    await approved(car, '2026-06-10', '2026-06-13')
    expect(await stats(2026, 5)).toMatchObject({ revenue: '150.00', activeBookings: 1, utilization: 10, customers: 1 })

    const tell = createTeller(world.vault)
    const mended = {
      ...world.projection(),
      tell: async (events: Parameters<typeof tell>[0]) =>
        (await tell(events)).map((told) => ('unreadable' in told ? { event: told.event, fact: undefined } : told)),
    }
    const stream = scheduleStream(car.vehicleId)
    expect(await releaseParked(mended, world.eventLog, stream)).toBe('released')
    expect(await parkedStreams(world.pool, 'read')).toEqual([])
    expect(await stats(2026, 5)).toMatchObject({ revenue: '300.00', activeBookings: 2, utilization: 20, customers: 2 })
  })
})

describe('what is asked for', () => {
  ownBusiness()

  it.each([
    '',
    '?year=2026',
    '?month=5',
    '?year=2026&month=12',
    '?year=2026&month=-1',
    '?year=2026&month=05',
    '?year=2026&month=1.5',
    '?year=2026&month=',
    '?year=26&month=5',
    '?year=1999&month=5',
    '?year=2101&month=5',
    '?year=20260&month=5',
    '?year=NaN&month=5',
    '?year=2026&month=5&month=6',
    '?year=2026&month=5&businessId=1',
  ])('is refused when it is no month: %s', async (query) => {
    const answer = await given().desk.get(`/api/admin/stats${query}`, { session })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid-query' })
  })

  it('takes every month from 2000 to 2100', async () => {
    for (const [year, month] of [
      [2000, 0],
      [2026, 9],
      [2100, 11],
    ] as const) {
      expect(await stats(year, month)).toMatchObject({ revenue: '0.00' })
    }
  })

  it('is answered to members of staff alone', async () => {
    const { desk } = given()
    for (const path of ['/api/admin/stats?year=2026&month=5', '/api/admin/car-performance']) {
      expect((await desk.get(path)).status).toBe(401)
    }
    expect((await desk.get('/api/admin/car-performance?limit=3', { session })).status).toBe(400)
  })
})
