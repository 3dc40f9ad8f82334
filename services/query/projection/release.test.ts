import { scheduleStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Car, Rental, Tenant } from '../testing/rental.ts'
import { World } from '../testing/world.ts'
import { compareReadModels, membersThatDiffer } from './compare.ts'
import { rebuild } from './rebuild.ts'
import { releaseParked } from './release.ts'
import { createTeller } from './tell.ts'

let world: World
let harbour: Tenant

beforeAll(async () => {
  world = await World.create()
  world.project()
  harbour = await world.story.business('Harbour Hire')
  await world.projecting()
})
afterAll(() => world[Symbol.asyncDispose]())

/** The cause was mended: this version of the code can live with the event that could not be read. */
const mended = () => {
  const tell = createTeller(world.vault)
  return {
    ...world.projection(),
    tell: async (events: readonly Recorded[]) =>
      (await tell(events)).map((told) => ('unreadable' in told ? { event: told.event, fact: undefined } : told)),
  }
}

async function parkedCar(): Promise<Car> {
  const car = await world.story.vehicle(harbour, 'Sick')
  await world.story.somethingBroken(car)
  return car
}

async function released({ vehicleId }: Car): Promise<void> {
  await world.caughtUp()
  expect(await releaseParked(mended(), world.eventLog, scheduleStream(vehicleId))).toBe('released')
}

/** What differs from a replay: tables and their members. */
async function differences(): Promise<string[]> {
  await rebuild({ ...mended(), schema: 'replayed', eventLog: world.eventLog })
  return (await compareReadModels(world.pool, 'read', 'replayed')).flatMap((row) =>
    membersThatDiffer(row).map(([member]) => `${row.table} ${member}`),
  )
}

async function customerRow({ customerId }: Rental): Promise<Record<string, unknown> | undefined> {
  return (await world.rows('customers')).find((row) => row.customer_id === customerId)
}

it('an approval that waited does not bring back what staff have changed of its customer since', async () => {
  const { story } = world
  const sound = await story.vehicle(harbour, 'Sound')
  const first = await story.request(sound, '2026-05-01', '2026-05-03', { email: 'ada@example.com' })
  const car = await parkedCar()
  const waiting = await story.request(car, '2026-06-01', '2026-06-03', { email: 'ada@example.com', name: 'Ada Gordon' })
  await story.approve(waiting)
  await story.changeContact(first, { name: 'Ada Byron', email: 'ada@example.com', phone: '07700900999', address: '' })
  await story.verifyLicence(first)
  await released(car)
  expect(await customerRow(first)).toMatchObject({
    name: 'Ada Byron',
    phone: '07700900999',
    licence_status: 'verified',
  })
  expect(await differences()).toEqual([])
})

it('a customer whose first request waited is who they were in it', async () => {
  const { story } = world
  const [car, sound] = [await parkedCar(), await story.vehicle(harbour, 'Sound')]
  const grace = { email: 'grace@example.com' }
  const first = await story.request(car, '2026-06-01', '2026-06-03', { ...grace, name: 'Grace Hopper' })
  const second = await story.request(sound, '2026-06-01', '2026-06-03', { ...grace, name: 'Somebody else' })
  await world.caughtUp()
  expect(await customerRow(second)).toMatchObject({ name: 'Somebody else' })
  await released(car)
  expect(await customerRow(first)).toMatchObject({ name: 'Grace Hopper' })
  expect(await differences(), 'when the figures last changed is another position').toEqual(['tenants figures_version'])
  await story.approve(second)
  await world.caughtUp()
  expect(await differences()).toEqual([])
})

it('a request that waited does not show a picture that was deleted meanwhile, nor whoever was erased', async () => {
  const { story } = world
  const [car, sound] = [await parkedCar(), await story.vehicle(harbour, 'Sound')]
  const [mary, joan] = [{ email: 'mary@example.com' }, { email: 'joan@example.com' }]
  await story.request(sound, '2026-08-01', '2026-08-03', mary)
  const waiting = await story.request(car, '2026-08-01', '2026-08-03', mary)
  await story.deleteLicence(waiting, `/objects/licences/licence-${Number(waiting.bookingId.slice(-22))}`)
  const erased = await story.request(sound, '2026-09-01', '2026-09-03', joan)
  await story.request(car, '2026-09-01', '2026-09-03', joan)
  await story.eraseKeepingKey(erased)
  await released(car)
  const bookings = await world.rows('bookings')
  expect(bookings.find((booking) => booking.booking_id === waiting.bookingId)).toMatchObject({ licence_path: null })
  expect(bookings.filter((booking) => booking.customer_id === erased.customerId)).toMatchObject([
    { contact_name: null },
    { contact_name: null },
  ])
  expect(await differences()).toEqual([])
})
