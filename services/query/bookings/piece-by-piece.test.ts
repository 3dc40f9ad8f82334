import { vehicleStream } from '@forecourt/domain/streams.ts'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Body } from '../reading/bodies.ts'
import { readBody } from '../reading/reads.ts'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'
import { adminBookingsInput, readAdminBookings } from './admin-bookings.ts'

const VERBS = [
  'ask',
  'approve',
  'reject',
  'cancel',
  'complete',
  'note',
  'hide',
  'lose a mail',
  'erase',
  'rename a vehicle',
  'remove a vehicle',
] as const
const STEPS = 120
const steps = fc.array(fc.record({ verb: fc.constantFrom(...VERBS), which: fc.nat(999) }), {
  minLength: STEPS,
  maxLength: STEPS,
})

/** The list whole, in pages, and what is found in it: each is kept, and brought up to date, for itself. */
const QUERIES = [{}, { limit: '3' }, { limit: '4', status: 'pending' }, { q: 'golf' }] as const

const given = opened(async ({ story }, desk) => {
  const tenant = await story.business('Harbour Hire')
  const cars = await Promise.all(['Ford Fiesta', 'VW Golf', 'VW Polo'].map((name) => story.vehicle(tenant, name)))
  const [car] = cars
  if (car === undefined) throw new Error('there are three')
  const first = await story.request(car, '2026-06-10', '2026-06-13')
  return { tenant, cars, first, staff: await desk.signIn(tenant) }
})

async function readNow(query: object, before?: Body): Promise<Body> {
  const { desk, tenant } = given()
  const via = { by: 'business', businessId: tenant.businessId } as const
  const input = adminBookingsInput(query)
  const body = await readBody(desk.database, desk.clock.now, readAdminBookings, via, input, undefined, before)
  if (body === undefined) throw new Error('the business is there')
  return body
}

describe('the list of bookings that is brought up to date piece by piece', () => {
  it('is the one that is read whole, whatever happens, after each thing that does', async () => {
    const { world, desk, cars, first, staff } = given()
    const { story } = world
    const rentals: Rental[] = [first]
    const erased = new Set<string>()
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
    console.log(`Pieces: seed ${seed} (SEED)`)
    const drawn = fc.sample(steps, { seed, numRuns: 1 })[0] ?? []
    for (const [number, { verb, which }] of drawn.entries()) {
      const rental = rentals[which % rentals.length] ?? first
      const car = cars[which % cars.length] ?? first.car
      if (verb === 'ask') rentals.push(await story.request(car, '2026-06-10', '2026-06-13', { name: `Ada ${number}` }))
      else await happen(verb, rental, number)
      await world.caughtUp()
      for (const query of QUERIES) {
        const answer = await desk.get(`/api/admin/bookings?${new URLSearchParams(query).toString()}`, {
          session: staff,
        })
        const whole = await readNow(query)
        expect(`${verb}: ${answer.text}`).toBe(`${verb}: ${whole.bytes.toString()}`)
        expect(answer.headers.get('link')).toBe(whole.next === undefined ? null : `<${whole.next}>; rel="next"`)
      }
    }

    async function happen(verb: Exclude<(typeof VERBS)[number], 'ask'>, rental: Rental, number: number) {
      const { car, customerId } = rental
      switch (verb) {
        case 'note':
          // Without a key nothing can be written about somebody.
          return erased.has(customerId) ? undefined : await story.noteDown(rental, `Note ${number}`)
        case 'erase':
          erased.add(customerId)
          return await story.erase(rental)
        case 'hide':
          return await story.hideFromRecent(rental)
        case 'lose a mail':
          return await story.mailRefused(rental)
        case 'rename a vehicle':
          return await rename(car.vehicleId, `VW Golf ${number}`)
        case 'remove a vehicle':
          return await story.remove(car)
        default:
          return await story[verb](rental)
      }
    }
  })

  it('has what has changed and nothing else read and shown anew', async () => {
    const { world, cars, first } = given()
    const [, golf] = cars
    if (golf === undefined) throw new Error('there are three')
    const mine = await world.story.request(golf, '2026-08-01', '2026-08-03')
    await world.caughtUp()
    const before = await readNow({})
    await world.story.noteDown(mine, 'Pays in cash')
    await world.caughtUp()
    const shown = vi.spyOn(JSON, 'stringify')
    const after = await readNow({}, before)
    const ids = shown.mock.calls.flatMap(([value]) => (isBooking(value) ? [value.id] : []))
    shown.mockRestore()
    expect(ids).toEqual([mine.bookingId])
    expect(after.bytes.toString()).toContain('Pays in cash')
    expect(after.bytes.toString()).toContain(first.bookingId)
    expect(after.bytes).toEqual((await readNow({})).bytes)
  })

  it('is read whole when the rows were built anew, whatever versions they have now', async () => {
    const { world } = given()
    const before = await readNow({})
    await world.pool.query('update read.tenants set generation = gen_random_uuid()')
    const altered = { ...before, bytes: Buffer.from(before.bytes.toString().replaceAll('Ada', 'Eve')) }
    expect((await readNow({}, altered)).bytes).toEqual((await readNow({})).bytes)
  })

  it('is read whole when the body before lacks a row that it is said to have', async () => {
    const before = await readNow({})
    const [[key, piece] = ['', undefined]] = before.pieces ?? []
    expect(piece).toBeDefined()
    const pieces = new Map(before.pieces)
    pieces.delete(key)
    const entries = () => (before.pieces ?? new Map()).entries()
    const lacking = { ...before, pieces: Object.assign(pieces, { entries }) }
    expect((await readNow({}, lacking)).bytes).toEqual(before.bytes)
  })
})

async function rename(vehicleId: Rental['car']['vehicleId'], name: string) {
  const { world, tenant, first } = given()
  const details = {
    name,
    description: null,
    category: 'compact',
    capacity: 4,
    transmission: 'manual',
    fuelType: 'petrol',
    dailyRate: first.car.dailyRate,
    licensePlate: 'AB12 CDE',
    year: 2024,
    imagePath: null,
  }
  const { businessId } = tenant
  return await world.story.append(vehicleStream(vehicleId), businessId, [
    { type: 'VehicleDetailsChanged', data: { vehicleId, businessId, details } },
  ])
}

const isBooking = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'pickupDate' in value && 'id' in value
