import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from '../testing/world.ts'
import { compareReadModels } from './compare.ts'
import { rebuild } from './rebuild.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the projector', () => {
  it('makes rows of what happened', async () => {
    world.project()
    const { story } = world
    const harbour = await story.business('Harbour Hire')
    const car = await story.vehicle(harbour, 'Ford Fiesta')
    const rental = await story.request(car, '2026-06-01', '2026-06-03', { name: 'Ada Byron' })
    await story.approve(rental)
    await world.caughtUp()

    expect(await world.rows('bookings')).toMatchObject([
      { booking_id: rental.bookingId, status: 'approved', contact_name: 'Ada Byron' },
    ])
    await rebuild({ ...world.projection('again'), eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, 'read', 'again')).toEqual([])
  })
})
