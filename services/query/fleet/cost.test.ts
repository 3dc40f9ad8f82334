import { expect, it } from 'vitest'
import { opened } from '../testing/open.ts'
import { costOf, vacuum } from '../testing/query-cost.ts'
import type { Car, Tenant } from '../testing/rental.ts'
import { Workshop } from '../testing/workshop.ts'
import type { World } from '../testing/world.ts'
import { readAdminFleet } from './admin-fleet.ts'
import { readBookedDates } from './booked-dates.ts'
import { readMaintenance, readMaintenanceOfVehicle } from './maintenance.ts'
import { readPublicFleet } from './public-fleet.ts'

const VEHICLES = 10
const TODAY = '2026-06-01'
const day = (fromToday: number) => new Date(Date.parse(TODAY) + fromToday * 86_400_000).toISOString().slice(0, 10)

/** A fleet of ten with so many bookings that are over, all still approved, and for each vehicle one that is and one to come. */
async function old({ story }: World, name: string, over: number): Promise<Tenant> {
  const tenant = await story.business(name)
  const cars: Car[] = []
  for (let number = 0; number < VEHICLES; number += 1) cars.push(await story.vehicle(tenant, `Vehicle ${number}`))
  const book = (from: number, to: number) =>
    Promise.all(cars.map(async (car) => await story.approve(await story.request(car, day(from), day(to)))))
  for (let before = over / VEHICLES; before > 0; before -= 1) await book(-before, 1 - before)
  await book(0, 2)
  await book(5, 7)
  return tenant
}

const given = opened(async (world) => {
  const few = await old(world, 'Young', 50)
  const many = await old(world, 'Old', 2_000)
  return { few, many }
})

it('reading a fleet with a history of 2,000 bookings goes through as few rows and blocks as one with 50', async () => {
  const { world, few, many } = given()
  await vacuum(world)
  const asked = { today: TODAY, input: { limit: 500 } }
  const table = []
  for (const read of [readPublicFleet, readAdminFleet]) {
    const { name } = read
    const [young, aged] = [await costOf(world, read, few, asked), await costOf(world, read, many, asked)]
    table.push({ fleet: name, bookings: 50, ...young }, { fleet: name, bookings: 2_000, ...aged })
    // With other numbers the planner may join in another way, which hands the same few rows on more often.
    expect(aged.rows).toBeLessThanOrEqual(young.rows + 8 * VEHICLES)
    // A few blocks more or less: where pages happen to begin, and an index that is a level deeper.
    expect(aged.blocks).toBeLessThanOrEqual(young.blocks + 16)
  }
  console.table(table)
})

/** Two vehicles with so many hires and repairs each that are over for two years and more, and one of each ahead. */
async function ancient({ story }: World, name: string, each: number) {
  const workshop = new Workshop(story)
  const tenant = await story.business(name)
  await workshop.keepFree(tenant, 2)
  const cars = [await story.vehicle(tenant, 'One'), await story.vehicle(tenant, 'Two')] as const
  const happen = (from: number, to: number) =>
    Promise.all(
      cars.map(async (car) => {
        await story.approve(await story.request(car, day(from), day(from + 1)))
        await workshop.maintain(car, day(from + 1), day(to))
      }),
    )
  for (let before = each; before > 0; before -= 1) await happen(-800 - 2 * before, -798 - 2 * before)
  await happen(5, 7)
  return { tenant, vehicleId: cars[0].vehicleId }
}

it('the days that are held, and maintenance, cost the same whatever was before', async () => {
  const { world } = given()
  const [few, many] = [await ancient(world, 'Ancient', 5), await ancient(world, 'Very ancient', 400)]
  await world.caughtUp()
  await vacuum(world)
  const table = []
  for (const read of [readBookedDates, readMaintenance, readMaintenanceOfVehicle, readPublicFleet]) {
    const { name } = read
    const cost = async ({ tenant, vehicleId }: typeof few) => {
      const input: { readonly vehicleId: typeof vehicleId; readonly from?: string } = { vehicleId }
      return await costOf(world, read, tenant, { today: TODAY, input })
    }
    const [young, aged] = [await cost(few), await cost(many)]
    table.push({ read: name, events: 10, ...young }, { read: name, events: 800, ...aged })
    expect([name, aged.rows]).toEqual([name, expect.toSatisfy((rows: number) => rows <= young.rows + 16)])
    expect([name, aged.blocks]).toEqual([name, expect.toSatisfy((blocks: number) => blocks <= young.blocks + 16)])
  }
  console.table(table)
})
