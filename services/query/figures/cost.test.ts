import { expect, it } from 'vitest'
import { opened } from '../testing/open.ts'
import { costOf, vacuum } from '../testing/query-cost.ts'
import type { Car, Tenant } from '../testing/rental.ts'
import type { World } from '../testing/world.ts'
import { readCarPerformance } from './car-performance.ts'
import { readStats, statsInput } from './stats.ts'

const VEHICLES = 10
const FIRST_DAY = '2026-06-01'

/** A fleet of ten with so many bookings of a day each; all vehicles are out in June 2026 with the first ones. */
async function busy({ story }: World, name: string, bookings: number): Promise<Tenant> {
  const tenant = await story.business(name)
  const cars: Car[] = []
  for (let number = 0; number < VEHICLES; number += 1) cars.push(await story.vehicle(tenant, `Vehicle ${number}`))
  await Promise.all(
    cars.map(async (car) => {
      for (let day = 0; day < bookings / VEHICLES; day += 1) {
        const pickup = new Date(Date.parse(FIRST_DAY) + day * 86_400_000)
        const dropoff = new Date(pickup.getTime() + 86_400_000)
        await story.approve(await story.request(car, dateOf(pickup), dateOf(dropoff)))
      }
    }),
  )
  return tenant
}

const dateOf = (instant: Date): string => instant.toISOString().slice(0, 10)

const asked = { today: FIRST_DAY, input: statsInput({ year: '2026', month: '5' }) }

const given = opened(async (world) => {
  const few = await busy(world, 'Fifty bookings', 50)
  const many = await busy(world, 'Two thousand bookings', 2_000)
  return { few, many }
})

it('reading the figures of 2,000 bookings goes through no more rows or blocks than reading those of 50', async () => {
  const { world, few, many } = given()
  await vacuum(world)
  const table = []
  for (const read of [readStats, readCarPerformance]) {
    const [fifty, twoThousand] = [await costOf(world, read, few, asked), await costOf(world, read, many, asked)]
    table.push({ figures: read.name, bookings: 50, ...fifty }, { figures: read.name, bookings: 2_000, ...twoThousand })
    expect(twoThousand.rows).toBe(fifty.rows)
    // A block more or less: where a page of ten rows happens to begin.
    expect(twoThousand.blocks).toBeLessThanOrEqual(fifty.blocks + 4)
  }
  console.table(table)
})
