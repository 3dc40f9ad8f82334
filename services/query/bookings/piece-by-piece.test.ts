import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Body } from '../reading/bodies.ts'
import { readBody, readRows } from '../reading/reads.ts'
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
const STEPS = 80
const steps = fc.array(fc.record({ verb: fc.constantFrom(...VERBS), which: fc.nat(999) }), {
  minLength: STEPS,
  maxLength: STEPS,
})

/** The list whole, in pages, and what is found in it: each is kept, and brought up to date, for itself. */
const QUERIES = [{}, { limit: '4', status: 'pending' }, { q: 'golf' }, { limit: '3' }] as const

const given = opened(async ({ story }, desk) => {
  const tenant = await story.business('Harbour Hire')
  const cars = await Promise.all(['Ford Fiesta', 'VW Golf', 'VW Polo'].map((name) => story.vehicle(tenant, name)))
  const [car] = cars
  if (car === undefined) throw new Error('there are three')
  const first = await story.request(car, '2026-06-10', '2026-06-13')
  return { tenant, cars, first, staff: await desk.signIn(tenant) }
})

type Query = Parameters<typeof adminBookingsInput>[0]

const via = () => ({ by: 'business', businessId: given().tenant.businessId }) as const

async function readNow(before?: Body): Promise<Body> {
  const { desk } = given()
  const input = adminBookingsInput({})
  const body = await readBody(desk.database, desk.clock.now, readAdminBookings, via(), input, undefined, before)
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
      const { next } = await presented({ limit: '3' })
      // The page behind the first three: what stands on it moves with each request.
      const behind = new URLSearchParams(next?.split('?')[1]).getAll('cursor').map((cursor) => ({ limit: '3', cursor }))
      for (const query of [...QUERIES, ...behind]) expect(await answered(query)).toEqual(await presented(query))
    }

    /** What the service answers, which has answered the same question before. */
    async function answered(query: Readonly<Record<string, string>>) {
      const answer = await desk.get(`/api/admin/bookings?${new URLSearchParams(query).toString()}`, {
        session: staff,
      })
      return { body: answer.body, next: /^<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1] }
    }

    /** As exports and the operators show the same rows. */
    async function presented(query: Query) {
      const input = adminBookingsInput(query)
      const rows = await readRows(desk.database, desk.clock.now, readAdminBookings, via(), input)
      const made = readAdminBookings.present(rows, input)
      if (made === undefined || !('body' in made)) throw new Error('a list is a value')
      return { body: made.body, next: made.next }
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
          return await story.rename(car, `VW Golf ${number}`)
        case 'remove a vehicle':
          return await story.remove(car)
        default:
          return await story[verb](rental)
      }
    }
  })

  it('has what has changed and nothing else read and shown anew by the service', async () => {
    const { world, desk, first, staff } = given()
    const mine = await world.story.request(first.car, '2026-08-01', '2026-08-03')
    await world.caughtUp()
    await desk.get('/api/admin/bookings', { session: staff })
    await world.story.noteDown(mine, 'Pays in cash')
    await world.caughtUp()
    using shown = vi.spyOn(JSON, 'stringify')
    const { text } = await desk.get('/api/admin/bookings', { session: staff })
    expect(shown.mock.calls.flatMap(([value]) => (isBooking(value) ? [value.id] : []))).toEqual([mine.bookingId])
    expect(text).toContain('Pays in cash')
    expect(text).toContain(first.bookingId)
  })

  it('is read whole when the rows were built anew, whatever versions they have now', async () => {
    const { world } = given()
    const altered = misremembered(await readNow())
    expect((await readNow(altered)).bytes).toEqual(altered.bytes)
    await world.pool.query('update read.tenants set generation = gen_random_uuid()')
    expect((await readNow(altered)).bytes).toEqual((await readNow()).bytes)
  })

  it('has a row read anew that another transaction of the same number has written, as after a crash', async () => {
    const { world, first } = given()
    const before = await readNow()
    const piece = before.pieces?.byKey.get(first.bookingId)
    if (piece === undefined) throw new Error('it is in the list')
    await world.story.hideFromRecent(first)
    await world.caughtUp()
    const now = await readNow()
    // A server that crashes forgets what was not on the disk yet, and gives its number to the next.
    const version = piece.version.replace(/^\d+/, numberIn(now, first))
    const byKey = new Map(before.pieces?.byKey).set(first.bookingId, { ...piece, version })
    const pieces = { generation: before.pieces?.generation ?? '', byKey }
    expect(numberIn({ ...before, pieces }, first)).toBe(numberIn(now, first))
    const after = await readNow({ ...misremembered(before), pieces })
    expect(textOf(after, first)).toBe(textOf(now, first))
  })
})

/** The same body with something else in each row, in as many bytes. */
function misremembered(body: Body): Body {
  const bytes = Buffer.from(body.bytes.toString().replaceAll('"status":"', '"STATUS":"'))
  expect(bytes).not.toEqual(body.bytes)
  return { ...body, bytes }
}

/** The transaction that wrote the booking's row, as a body remembers it. */
const numberIn = ({ pieces }: Body, { bookingId }: Rental) => pieces?.byKey.get(bookingId)?.version.split(' ')[0] ?? ''

/** What a body shows of a booking. */
function textOf({ bytes, pieces }: Body, { bookingId }: Rental): string {
  const { from, to } = pieces?.byKey.get(bookingId) ?? { from: 0, to: 0 }
  return bytes.toString('utf8', from, to)
}

const isBooking = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'pickupDate' in value && 'id' in value
