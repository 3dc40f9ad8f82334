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
