import { expect, it } from 'vitest'
import { opened } from '../testing/open.ts'
import { costOf, vacuum } from '../testing/query-cost.ts'
import type { Tenant } from '../testing/rental.ts'
import type { World } from '../testing/world.ts'
import { adminBookingsInput, readAdminBookings } from './admin-bookings.ts'

/** A business with so many requests for one vehicle. */
async function busy({ story }: World, name: string, requests: number): Promise<Tenant> {
  const tenant = await story.business(name)
  const car = await story.vehicle(tenant, 'Ford Fiesta')
  for (let number = 0; number < requests; number += 1) await story.request(car, '2026-06-01', '2026-06-03')
  return tenant
}

const given = opened(async (world) => ({
  few: await busy(world, 'Fifty-one requests', 51),
  many: await busy(world, 'A thousand requests', 1_000),
}))

it('a page of a thousand bookings goes through no more rows or blocks than one of fifty-one', async () => {
  const { world, few, many } = given()
  await vacuum(world)
  const asked = { today: '2026-06-01', input: adminBookingsInput({ limit: '50' }) }
  const [fiftyOne, thousand] = [
    await costOf(world, readAdminBookings, few, asked),
    await costOf(world, readAdminBookings, many, asked),
  ]
  console.table([
    { bookings: 51, ...fiftyOne },
    { bookings: 1_000, ...thousand },
  ])
  expect(thousand.rows).toBeLessThanOrEqual(fiftyOne.rows + 16)
  expect(thousand.blocks).toBeLessThanOrEqual(fiftyOne.blocks + 60)
})
