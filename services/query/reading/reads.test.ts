import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { AdminBusiness, PublicBusiness } from '@forecourt/contracts/business.ts'
import { CurrentUser } from '@forecourt/contracts/account.ts'
import { AdminFleet, Fleet } from '@forecourt/contracts/vehicle.ts'
import { BookedDates } from '@forecourt/contracts/booking.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from '../testing/desk.ts'
import type { Car, Tenant } from '../testing/story.ts'
import { World } from '../testing/world.ts'

let world: World
let desk: Desk
let harbour: Tenant
let fiesta: Car
let staff: string

beforeAll(async () => {
  world = await World.create()
  world.project()
  harbour = await world.story.business('Harbour Hire')
  fiesta = await world.story.vehicle(harbour, 'Ford Fiesta')
  await world.caughtUp()
  desk = await Desk.open(world)
  staff = await desk.signIn(harbour)
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

describe('anybody may read', () => {
  it('a business by its slug', async () => {
    const answer = await desk.get('/api/business/harbour-hire')
    console.log(answer, world.lines.filter((l) => !l.includes('answered')).join(''))
    expect(answer.status).toBe(200)
    expect(PublicBusiness.parse(answer.body)).toMatchObject({ name: 'Harbour Hire', primaryColor: '#0f6fde' })
  })
  it('the fleet', async () => {
    const answer = await desk.get('/api/cars?businessSlug=harbour-hire')
    expect(Fleet.parse(answer.body)).toMatchObject([{ name: 'Ford Fiesta', dailyRate: '45.00' }])
  })
})

describe('staff', () => {
  it('all', async () => {
    for (const [path, schema] of [['/api/auth/user', CurrentUser], ['/api/admin/business', AdminBusiness], ['/api/admin/bookings', AdminBookings], ['/api/admin/cars', AdminFleet]] as const) {
      const answer = await desk.get(path, { session: staff })
      console.log(path, answer.status, answer.text, answer.headers)
      schema.parse(answer.body)
    }
  })
})
