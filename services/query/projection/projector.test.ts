import { businessStream, scheduleStream } from '@forecourt/domain/streams.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Car, Tenant } from '../testing/rental.ts'
import { type Running, World } from '../testing/world.ts'
import { PoisonEvent } from './apply-batch.ts'
import { compareReadModels } from './compare.ts'
import { parkedStreams } from './parked.ts'
import { rebuild } from './rebuild.ts'
import { releaseParked } from './release.ts'
import { createTeller } from './tell.ts'

let world: World
let projector: Running
let harbour: Tenant
let car: Car

beforeAll(async () => {
  world = await World.create()
  projector = world.project()
  harbour = await world.story.business('Harbour Hire')
})
afterAll(() => world[Symbol.asyncDispose]())

/** Every test leaves rows that a rebuild makes again. */
async function expectSameAsRebuilt(): Promise<void> {
  await rebuild({ ...world.projection('rebuilt'), tell: createTeller(world.openVault()), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
}

async function bookingRow(bookingId: string): Promise<Record<string, unknown> | undefined> {
  return (await world.rows('bookings')).find((row) => row.booking_id === bookingId)
}
async function customerRow(customerId: string): Promise<Record<string, unknown> | undefined> {
  return (await world.rows('customers')).find((row) => row.customer_id === customerId)
}

describe('rows are made of what happened', () => {
  beforeAll(async () => {
    car = await world.story.vehicle(harbour, 'Ford Fiesta')
  })
  afterEach(expectSameAsRebuilt)

  it('shows a request as pending, created when it was made and not when it was projected', async () => {
    const rental = await world.story.request(car, '2026-06-01', '2026-06-03', {}, '2026-01-02T03:04:05.678Z')
    await world.caughtUp()
    expect(await bookingRow(rental.bookingId)).toMatchObject({
      status: 'pending',
      created_at: new Date('2026-01-02T03:04:05.678Z'),
      total_amount: '9000',
      contact_name: expect.stringMatching(/^Renter/),
    })
  })

  it('follows a booking through all its states (specification section 4)', async () => {
    const { story } = world
    const rental = await story.request(car, '2026-07-01', '2026-07-03')
    const seen: unknown[] = []
    for (const step of [story.approve, story.complete, story.reinstate, story.cancel]) {
      await step(rental)
      await world.caughtUp()
      seen.push((await bookingRow(rental.bookingId))?.status)
    }
    expect(seen).toEqual(['approved', 'completed', 'approved', 'rejected'])
  })

  it('keeps the details given with a booking on that booking; they become the customer’s when staff approve it', async () => {
    const { story } = world
    const ada = { email: 'ada@example.com', name: 'Ada Byron' }
    const first = await story.request(car, '2026-08-01', '2026-08-03', ada)
    const second = await story.request(car, '2026-08-05', '2026-08-07', { ...ada, name: 'Ada Lovelace' })
    expect(second.customerId).toBe(first.customerId)
    await world.caughtUp()
    expect(await customerRow(first.customerId)).toMatchObject({ name: 'Ada Byron' })
    expect(await bookingRow(second.bookingId)).toMatchObject({ contact_name: 'Ada Lovelace' })

    await story.approve(second)
    await world.caughtUp()
    expect(await customerRow(first.customerId)).toMatchObject({ name: 'Ada Lovelace' })
    expect(await bookingRow(first.bookingId)).toMatchObject({ contact_name: 'Ada Byron' })
  })

  it('keeps nothing of an erased person but dates and money', async () => {
    const { story } = world
    const rental = await story.request(car, '2026-09-01', '2026-09-03', {
      name: 'CANARY Name',
      email: 'c@canary.example',
    })
    await story.approve(rental)
    await story.noteDown(rental, 'CANARY note')
    await world.caughtUp()
    expect(await bookingRow(rental.bookingId)).toMatchObject({ admin_notes: 'CANARY note' })

    await story.erase(rental)
    await world.caughtUp()
    expect(await bookingRow(rental.bookingId)).toMatchObject({
      status: 'approved',
      total_amount: '9000',
      contact_name: null,
      contact_email: null,
      licence_path: null,
      notes: null,
      admin_notes: null,
    })
    expect(await customerRow(rental.customerId)).toMatchObject({ name: null, email: null, is_erased: true })
    const everything = JSON.stringify([await world.rows('bookings'), await world.rows('customers'), world.lines])
    expect(everything.toLowerCase()).not.toContain('canary')
  })

  it('shows no licence any more that was deleted, and those of other pictures still', async () => {
    const { story } = world
    const ada = { email: 'licence@example.com' }
    const [first, second] = [
      await story.request(car, '2026-09-10', '2026-09-12', ada),
      await story.request(car, '2026-09-14', '2026-09-16', ada),
    ]
    const [old, other] = ['/objects/licences/old', '/objects/licences/other']
    await story.replaceLicence(first, old)
    await story.replaceLicence(second, other)
    await story.approve(first)
    await world.caughtUp()
    expect(await customerRow(first.customerId)).toMatchObject({ licence_path: old })
    await story.verifyLicence(first)
    await story.deleteLicence(first, old)
    await world.caughtUp()
    expect(await customerRow(first.customerId)).toMatchObject({ licence_path: null, licence_status: 'verified' })
    expect(await bookingRow(first.bookingId)).toMatchObject({ licence_path: null, status: 'approved' })
    expect(await bookingRow(second.bookingId)).toMatchObject({ licence_path: other })
  })

  it('takes what is said of a licence while no booking of its customer is known: the customer’s row says it', async () => {
    const { story } = world
    const rental = await story.request(car, '2026-09-20', '2026-09-22')
    await story.expireLicence(rental, null)
    await world.caughtUp()
    expect(await parkedStreams(world.pool, 'read')).toEqual([])
    expect(await customerRow(rental.customerId)).toMatchObject({ licence_status: 'expired' })
  })

  it('raises the version of the tenant whose rows changed, and of no other', async () => {
    const { story } = world
    const other = await story.business('Version Vans')
    await world.caughtUp()
    const version = async (tenant: Tenant) =>
      (await world.rows('tenants')).find((row) => row.business_id === tenant.businessId)?.version
    const [before, others] = [await version(harbour), await version(other)]
    await story.request(car, '2026-10-01', '2026-10-03')
    const head = await world.caughtUp()
    expect(await version(harbour)).toBe(String(head))
    expect(await version(harbour)).not.toBe(before)
    expect(await version(other)).toBe(others)
  })
})

describe('a poison event', () => {
  it('parks its stream and nothing else; released, the rows are those of a rebuild', async () => {
    const { story } = world
    const [sick, sound] = [await story.vehicle(harbour, 'Sick'), await story.vehicle(harbour, 'Sound')]
    const before = await story.request(sick, '2026-06-01', '2026-06-03')
    await story.somethingBroken(sick)
    const [, broken] = await Array.fromAsync(world.eventLog.read(scheduleStream(sick.vehicleId)))
    const after = await story.request(sick, '2026-06-05', '2026-06-07')
    await story.approve(before)
    const elsewhere = await story.request(sound, '2026-06-01', '2026-06-03')
    await world.caughtUp()

    expect(await bookingRow(elsewhere.bookingId)).toMatchObject({ status: 'pending' })
    expect(await bookingRow(before.bookingId)).toMatchObject({ status: 'pending' })
    expect(await bookingRow(after.bookingId)).toBeUndefined()
    expect(await parkedStreams(world.pool, 'read')).toMatchObject([
      { stream: scheduleStream(sick.vehicleId), revision: 1n, eventType: 'BookingCompleted', waiting: 3 },
    ])
    const line = world.lines.find((said) => said.includes('its stream is parked'))
    expect(JSON.parse(line ?? '')).toMatchObject({ correlationId: broken?.metadata.$correlationId })
    expect(JSON.stringify(world.lines)).not.toContain('CANARY')

    const mended = {
      ...world.projection(),
      // The cause was mended: this version of the code can live with the event.
      tell: async (events: Parameters<ReturnType<typeof createTeller>>[0]) =>
        (await createTeller(world.vault)(events)).map((told) =>
          'unreadable' in told ? { event: told.event, fact: undefined } : told,
        ),
    }
    expect(await releaseParked(world.projection(), world.eventLog, scheduleStream(sick.vehicleId))).toBe('parked again')
    expect(await releaseParked(mended, world.eventLog, scheduleStream(sick.vehicleId))).toBe('released')
    expect(await parkedStreams(world.pool, 'read')).toEqual([])
    expect(await bookingRow(before.bookingId)).toMatchObject({ status: 'approved' })
    await rebuild({ ...mended, schema: 'mended', eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, 'read', 'mended')).toEqual([])
  })

  it('stops a rebuild', async () => {
    const building = rebuild({ ...world.projection('stopped'), eventLog: world.eventLog })
    await expect(building).rejects.toThrow(PoisonEvent)
  })

  it('is found among its batch when only Postgres refuses its values', async () => {
    const { story } = world
    const [sick, sound] = [await story.vehicle(harbour, 'Sick two'), await story.vehicle(harbour, 'Sound two')]
    await projector.stop()
    await story.request(sound, '2026-06-01', '2026-06-03')
    await story.request(sick, '2026-06-01', '2026-06-03', { name: 'nothing \u0000 here' })
    const last = await story.request(sound, '2026-06-05', '2026-06-07')
    projector = world.project()
    await world.caughtUp()
    expect(await bookingRow(last.bookingId)).toBeDefined()
    expect(await parkedStreams(world.pool, 'read')).toMatchObject([
      { stream: scheduleStream(sick.vehicleId), reason: 'Postgres refuses its values (22021)', waiting: 1 },
    ])
    // A rebuild reads what can be read otherwise as if it were not there, and names this one.
    const tell = createTeller(world.vault)
    const readable = async (events: Parameters<typeof tell>[0]) =>
      (await tell(events)).map((told) => ('unreadable' in told ? { event: told.event, fact: undefined } : told))
    const building = rebuild({ ...world.projection('refused'), tell: readable, eventLog: world.eventLog })
    await expect(building).rejects.toThrow(`${scheduleStream(sick.vehicleId)}: Postgres refuses its values (22021)`)
  })

  it('waits for the upgrade when it is of a type that this version does not know', async () => {
    const stream = businessStream(harbour.businessId)
    await world.eventLog.append(stream, 'any', [
      { id: crypto.randomUUID(), type: 'BusinessMerged', data: '{}', metadata: { schemaVersion: '1' } },
    ])
    await world.caughtUp()
    expect(await parkedStreams(world.pool, 'read')).toContainEqual(
      expect.objectContaining({ stream, reason: 'this version does not know its type' }),
    )
  })

  it('changes no row, wherever in it the poison is', async () => {
    const { story } = world
    const rental = await story.request(await story.vehicle(harbour, 'Nobody’s'), '2026-06-01', '2026-06-03')
    await story.rejectedForNobody(rental)
    await world.caughtUp()
    expect(await bookingRow(rental.bookingId)).toMatchObject({ status: 'pending' })
    const stream = scheduleStream(rental.car.vehicleId)
    expect(await parkedStreams(world.pool, 'read')).toContainEqual(expect.objectContaining({ stream, waiting: 1 }))
  })
})

describe('the alarm', () => {
  it('sounds when two approved bookings of a vehicle share a day, and the projection goes on', async () => {
    const { story } = world
    const twice = await story.vehicle(harbour, 'Twice')
    const one = await story.request(twice, '2026-06-01', '2026-06-05')
    const other = await story.request(twice, '2026-06-04', '2026-06-07')
    const next = await story.request(twice, '2026-06-07', '2026-06-09')
    for (const rental of [one, other, next]) await story.approve(rental)
    await world.caughtUp()
    expect(await bookingRow(other.bookingId)).toMatchObject({ status: 'approved' })
    expect(await bookingRow(next.bookingId)).toMatchObject({ status: 'approved' })
    expect(await world.rows('double_bookings')).toMatchObject([{ vehicle_id: twice.vehicleId }])
    expect(world.lines.filter((line) => line.includes('DOUBLE BOOKING'))).toHaveLength(1)
  })
})
