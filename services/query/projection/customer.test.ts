import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car, Rental } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { compareReadModels } from './compare.ts'
import { rebuild } from './rebuild.ts'
import { createTeller } from './tell.ts'

let world: World
let car: Car

beforeAll(async () => {
  world = await World.create()
  world.project()
  car = await world.story.vehicle(await world.story.business('Harbour Hire'), 'Ford Fiesta')
})
afterAll(() => world[Symbol.asyncDispose]())

const bookingRow = async (bookingId: string) =>
  (await world.rows('bookings')).find((row) => row.booking_id === bookingId)
const customerRow = async (customerId: string) =>
  (await world.rows('customers')).find((row) => row.customer_id === customerId)
/** Once the projector has come to the log's end. */
const rowOf = async ({ customerId }: Rental) => {
  await world.caughtUp()
  return await customerRow(customerId)
}

/** Of the one that came with the request. */
const licenceOf = ({ bookingId }: Rental) => `/objects/licences/licence-${Number(bookingId.slice(-22))}`

describe('what staff have said of a picture', () => {
  type Say = (rental: Rental, seen: string) => Promise<unknown>
  const SAYINGS: readonly [status: string, say: Say][] = [
    ['verified', (rental, seen) => world.story.verifyLicence(rental, undefined, seen)],
    ['refused', (rental, seen) => world.story.refuseLicence(rental, 'Too dark', undefined, seen)],
    ['expired', (rental, seen) => world.story.expireLicence(rental, null, seen)],
  ]
  const renters: Rental[] = []
  const ask = async (email: string) => {
    const rental = await world.story.request(car, '2027-03-01', '2027-03-02', { email })
    renters.push(rental)
    return { rental, own: licenceOf(rental) }
  }
  const UNSEEN = { licence_status: 'pending', licence_checked_at: null, licence_refused_reason: null }

  it.each(SAYINGS)('is not said of one that its renter has sent before their word: %s', async (status, say) => {
    const { rental, own } = await ask(`sent-${status}@example.com`)
    await world.story.replaceLicence(rental, `/objects/licences/sent-${status}`)
    await say(rental, own)
    await world.caughtUp()
    const now = { licence_path: `/objects/licences/sent-${status}`, ...UNSEEN }
    expect(await customerRow(rental.customerId)).toMatchObject(now)
    await say(rental, `/objects/licences/sent-${status}`)
    await world.caughtUp()
    expect(await customerRow(rental.customerId)).toMatchObject({ licence_status: status })
  })

  it.each(SAYINGS)('is not said of one that a booking’s approval has brought before it: %s', async (status, say) => {
    const { rental, own } = await ask(`brought-${status}@example.com`)
    const { rental: next, own: brought } = await ask(`brought-${status}@example.com`)
    await world.story.approve(next)
    await say(rental, own)
    await world.caughtUp()
    expect(await customerRow(rental.customerId)).toMatchObject({ licence_path: brought, ...UNSEEN })
  })

  it('holds when they looked at no picture and there is none, and when nobody wrote down which it was', async () => {
    const { rental, own } = await ask('none@example.com')
    await world.story.verifyLicence(rental, undefined, '')
    await world.caughtUp()
    expect(await customerRow(rental.customerId)).toMatchObject({ licence_path: own, ...UNSEEN })
    await world.story.deleteLicence(rental, own)
    await world.story.verifyLicence(rental, undefined, '')
    await world.caughtUp()
    expect(await customerRow(rental.customerId)).toMatchObject({ licence_path: null, licence_status: 'verified' })
    const { rental: old } = await ask('old@example.com')
    await world.story.verifyLicence(old)
    await world.caughtUp()
    expect(await customerRow(old.customerId)).toMatchObject({ licence_status: 'verified' })
  })

  it('a rebuild makes the same of it, of those who were erased since, too', async () => {
    for (const rental of renters.filter((_rental, index) => index % 2 === 0)) await world.story.erase(rental)
    await world.caughtUp()
    const tell = createTeller(world.openVault())
    await rebuild({ ...world.projection('rebuilt'), tell, eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
  })
})

/** Somebody whose bookings are approved, each with a picture. */
function renterOf(name: string) {
  const ask = (licencePath: string) =>
    world.story.request(car, '2027-04-01', '2027-04-02', { email: `${name}@example.com`, licencePath })
  const approve = async (licencePath: string) => {
    const rental = await ask(licencePath)
    await world.story.approve(rental)
    return rental
  }
  return { ask, approve }
}

describe('a picture that is the customer’s again', () => {
  const P = '/objects/licences/returning'
  const checked = (status: string, reason: string | null = null) => ({
    licence_path: P,
    licence_status: status,
    licence_refused_reason: reason,
  })
  const pending = { licence_status: 'pending', licence_refused_reason: null, licence_checked_at: null }

  it('has what staff have said of it last, with who did and when: the rules have it so, too', async () => {
    const { story } = world
    const { staff } = car.tenant
    for (const [status, reason] of [
      ['verified', null],
      ['refused', 'Too dark'],
      ['expired', null],
    ] as const) {
      const { approve } = renterOf(`again-${status}`)
      const rental = await approve(P)
      if (status === 'verified') await story.verifyLicence(rental, staff, P)
      else if (status === 'refused') await story.refuseLicence(rental, 'Too dark', staff, P)
      else await story.expireLicence(rental, null, P)
      const said = await rowOf(rental)
      expect(said).toMatchObject(checked(status, reason))
      await approve('/objects/licences/between')
      expect(await rowOf(rental)).toMatchObject({ ...pending, licence_path: '/objects/licences/between' })
      await approve(P)
      const { licence_checked_at, licence_checked_by } = said ?? {}
      expect(await rowOf(rental)).toMatchObject({ ...checked(status, reason), licence_checked_at, licence_checked_by })
    }
  })

  it('is to be looked at where they have said something of another one since, or that it is to be looked at', async () => {
    const { story } = world
    const { approve } = renterOf('judged-another')
    const rental = await approve(P)
    await story.verifyLicence(rental, undefined, P)
    const Q = '/objects/licences/judged-later'
    await approve(Q)
    await story.verifyLicence(rental, undefined, Q)
    await approve(P)
    expect(await rowOf(rental)).toMatchObject({ ...pending, licence_path: P })

    const { approve: approveAnother } = renterOf('reset')
    const other = await approveAnother(P)
    await story.verifyLicence(other, undefined, P)
    await story.resetLicence(other)
    await approveAnother(Q)
    await approveAnother(P)
    expect(await rowOf(other)).toMatchObject({ ...pending, licence_path: P })
  })

  it('has also what they said of it when another one had taken its place already', async () => {
    const { approve } = renterOf('said-late')
    const rental = await approve(P)
    await approve('/objects/licences/between')
    await world.story.verifyLicence(rental, undefined, P)
    expect(await rowOf(rental)).toMatchObject(pending)
    await approve(P)
    expect(await rowOf(rental)).toMatchObject(checked('verified'))
  })

  it('is as refused as it was when its renter sends it once more, for another booking', async () => {
    const { ask, approve } = renterOf('sent-again')
    const rental = await approve(P)
    await world.story.refuseLicence(rental, 'Too dark', undefined, P)
    const next = await ask('/objects/licences/other')
    await world.story.replaceLicence(next, P)
    expect(await rowOf(rental)).toMatchObject(checked('refused', 'Too dark'))
  })

  it('a rebuild makes the same of it, also of somebody who is erased, of whom nothing is kept', async () => {
    const { approve } = renterOf('erased')
    const rental = await approve(P)
    await world.story.refuseLicence(rental, 'Too dark', undefined, P)
    await approve('/objects/licences/between')
    await world.story.erase(rental)
    expect(await rowOf(rental)).toMatchObject({ ...pending, licence_path: null, licence_verdict: null })
    const tell = createTeller(world.openVault())
    await rebuild({ ...world.projection('rebuilt'), tell, eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
  })
})

describe('when an older request is approved after a later one', () => {
  const [OLD, NEW] = ['07700900111', '07700900222']
  let days = 1
  const nextDay = () => `2027-01-${String(days++).padStart(2, '0')}`

  /** Two requests of one customer, and the later one is approved and its licence looked at. */
  async function overtaken(name: string) {
    const { story } = world
    const ask = (phone: string) => story.request(car, nextDay(), nextDay(), { email: `${name}@example.com`, phone })
    const [older, later] = [await ask(OLD), await ask(NEW)]
    const [oldPicture, newPicture] = [`/objects/licences/old-${name}`, `/objects/licences/new-${name}`]
    await story.replaceLicence(older, oldPicture)
    await story.replaceLicence(later, newPicture)
    await story.approve(later)
    await story.verifyLicence(later)
    return { story, older, later, oldPicture, newPicture }
  }

  it('the customer’s details stay those of the later one, and a licence that was verified stays verified', async () => {
    const { story, older, newPicture } = await overtaken('overtaken')
    const newest = await story.request(car, nextDay(), nextDay(), { email: 'overtaken@example.com', phone: NEW })
    await story.approve(older)
    await world.caughtUp()
    const now = { phone: NEW, licence_path: newPicture, licence_status: 'verified' }
    expect(await customerRow(older.customerId)).toMatchObject(now)
    expect(await bookingRow(older.bookingId)).toMatchObject({ contact_phone: OLD })

    await story.approve(newest)
    await world.caughtUp()
    const { licence_path } = (await bookingRow(newest.bookingId)) ?? {}
    expect(await customerRow(older.customerId)).toMatchObject({ phone: NEW, licence_path, licence_status: 'pending' })
  })

  it('a picture that its renter has sent since is the customer’s, and to be looked at', async () => {
    const { story, older } = await overtaken('newer-picture')
    await story.replaceLicence(older, '/objects/licences/newest')
    await story.approve(older)
    await world.caughtUp()
    const now = { phone: NEW, licence_path: '/objects/licences/newest', licence_status: 'pending' }
    expect(await customerRow(older.customerId)).toMatchObject(now)
  })

  it('its picture is the customer’s where the later one is deleted', async () => {
    const { story, older, later, newPicture, oldPicture } = await overtaken('deleted-picture')
    await story.deleteLicence(later, newPicture)
    await story.approve(older)
    await world.caughtUp()
    const now = { phone: NEW, licence_path: oldPicture, licence_status: 'pending' }
    expect(await customerRow(older.customerId)).toMatchObject(now)
  })

  it('nothing steps back behind what staff have changed themselves', async () => {
    const { story } = world
    const rental = await story.request(car, nextDay(), nextDay(), { email: 'moved@example.com', phone: OLD })
    await story.changeContact(rental, { name: 'Ada', email: 'moved@example.com', phone: NEW, address: '' })
    await story.approve(rental)
    await world.caughtUp()
    expect(await customerRow(rental.customerId)).toMatchObject({ name: 'Ada', phone: NEW })
  })

  it('a rebuild, by the log or tenant after tenant, makes the same of it', async () => {
    await world.caughtUp()
    for (const byTenant of [false, true]) {
      const { readByTenant: _, ...inItsOrder } = world.eventLog
      const eventLog = byTenant ? world.eventLog : inItsOrder
      const tell = createTeller(world.openVault())
      await rebuild({ ...world.projection('rebuilt'), tell, eventLog, worthSorting: 1n })
      expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
    }
  })
})
