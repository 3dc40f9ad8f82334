import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Car } from '../testing/rental.ts'
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
