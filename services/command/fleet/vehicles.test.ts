import { randomUUID } from 'node:crypto'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from '../testing/browser.ts'
import { Died, mortal } from '../testing/mortal.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { finishRemovals } from './finish-removals.ts'
import { addVehicle, changeVehicle, changeVehicleStatus, removeVehicle } from './vehicles.ts'

let world: World
let command: Running
let other: Running
let tenant: Tenant

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  other = await world.start()
  tenant = await world.tenant(command)
})
afterAll(() => world.stop())

const ask = async (carId: string, change = {}) =>
  await other.browser().post('/api/bookings', bookingOf(carId, world.licence(), change))
const detailsOf = async (vehicleId: VehicleId) => {
  const vehicle = (await command.core.vehicles.load(vehicleStream(vehicleId))).state
  if (vehicle === undefined) throw new Error('no such vehicle')
  return vehicle.details
}
/** Types of the events of the vehicle and its schedule, in the order of the log. */
const storyOf = async (vehicleId: VehicleId) =>
  (await world.events()).filter(({ stream }) => stream.endsWith(vehicleId)).map(({ type }) => type)

describe('the fleet', () => {
  it('adds a vehicle once for the same key', async () => {
    const details = await detailsOf(await world.vehicle(command, tenant))
    const key = randomUUID()
    const first = await addVehicle(command.core, world.call(key), tenant.businessId, { details })
    const again = await addVehicle(other.core, world.call(key), tenant.businessId, { details })
    expect(again).toEqual({ ...first, replayed: true })
    const reused = await addVehicle(command.core, world.call(key), tenant.businessId, {
      details: { ...details, name: 'Another' },
    })
    expect(reused).toEqual({ ok: false, refusal: { code: 'idempotency-key-reused' } })
  })

  it('refuses what no vehicle is', async () => {
    const details = await detailsOf(await world.vehicle(command, tenant))
    const add = (change: object) =>
      addVehicle(command.core, world.call(), tenant.businessId, { details: { ...details, ...change } })
    expect(await add({ capacity: 9 })).toMatchObject({ refusal: { code: 'seats-out-of-range' } })
    expect(await add({ year: 2028 })).toMatchObject({ refusal: { code: 'year-out-of-range' } })
  })

  it('in another process is fresh a moment later: status, price, removal', async () => {
    const vehicleId = await world.vehicle(command, tenant)
    expect((await ask(vehicleId)).status).toBe(201)
    await changeVehicleStatus(command.core, world.call(), tenant.businessId, vehicleId, 'maintenance')
    await expect.poll(async () => (await ask(vehicleId)).text).toContain('vehicle-unavailable')
    const details = { ...(await detailsOf(vehicleId)), dailyRate: Pence.parse(9900) }
    await changeVehicle(command.core, world.call(), tenant.businessId, vehicleId, { details, status: 'available' })
    await expect.poll(async () => (await ask(vehicleId)).text).toContain('"dailyRate":"99.00"')
  })

  it("knows nothing of another business's vehicles", async () => {
    const vehicleId = await world.vehicle(command, tenant)
    const { businessId } = await world.tenant(command, 'Northern Wheels')
    const absent = VehicleId.parse(randomUUID())
    for (const id of [vehicleId, absent]) {
      const refused = { ok: false, refusal: { code: 'not-found' } }
      expect(await changeVehicleStatus(command.core, world.call(), businessId, id, 'booked')).toEqual(refused)
      expect(await removeVehicle(command.core, world.call(), businessId, id, 'sold')).toEqual(refused)
    }
    expect((await ask(vehicleId)).status).toBe(201)
  })

  it('keeps a vehicle with approved bookings ahead, and lets it go without', async () => {
    const staff = command.browser()
    await staff.signIn(tenant)
    const vehicleId = await world.vehicle(command, tenant)
    const id = idOf(await ask(vehicleId))
    await staff.put(`/api/admin/bookings/${id}`, { status: 'approved' })
    const remove = () => removeVehicle(command.core, world.call(), tenant.businessId, vehicleId, 'sold')
    expect(await remove()).toMatchObject({
      ok: false,
      refusal: { code: 'vehicle-has-bookings', bookings: [{ bookingId: id }] },
    })
    await staff.put(`/api/admin/bookings/${id}`, { status: 'rejected' })
    const waiting = idOf(await ask(vehicleId))
    expect(await remove()).toMatchObject({ ok: true })
    expect((await staff.put(`/api/admin/bookings/${waiting}`, { status: 'approved' })).problem.code).toBe(
      'vehicle-unavailable',
    )
    await expect.poll(async () => (await ask(vehicleId)).status).toBe(404)
    expect(await remove()).toMatchObject({ ok: true, position: undefined })
  })
})

describe('a removal that is interrupted', () => {
  const quiet = createLog({ service: 'test', level: 'silent' })
  const finish = (process: Running) => finishRemovals(process, () => world.clock.now, quiet)
  const WHOLE = ['VehicleAddedToFleet', 'ScheduleClosed', 'VehicleRemovedFromFleet']

  it('because the caller has gone is completed once the schedule is closed', async () => {
    const vehicleId = await world.vehicle(command, tenant)
    let asked = 0
    // There while the closing is decided, and not afterwards.
    const call = { ...world.call(), abandoned: () => asked++ > 0 }
    expect(await removeVehicle(command.core, call, tenant.businessId, vehicleId, 'sold')).toMatchObject({ ok: true })
    expect(await storyOf(vehicleId)).toEqual(WHOLE)
  })

  it.each(['before', 'after'] as const)('at any of its steps (%s it) is finished by another process', async (when) => {
    let whole = false
    for (let at = 1; !whole; at += 1) {
      const vehicleId = await world.vehicle(command, tenant)
      const process = mortal(command, { at, when })
      const removed = removeVehicle(process.deps.core, world.call(), tenant.businessId, vehicleId, 'sold')
      whole = !((await removed.catch((error: unknown) => error)) instanceof Died)
      const wasClosed = (await storyOf(vehicleId)).includes('ScheduleClosed')
      await finish(other)
      expect([at, await storyOf(vehicleId)]).toEqual([at, wasClosed ? WHOLE : ['VehicleAddedToFleet']])
      await finish(command)
      expect(await storyOf(vehicleId)).toHaveLength(wasClosed ? 3 : 1)
    }
  })

  it('keeps no other from being finished when it cannot be, and is tried again', async () => {
    const [stuck, easy] = [await world.vehicle(command, tenant), await world.vehicle(command, tenant)]
    for (const vehicleId of [stuck, easy]) {
      const { core } = mortal(command, { at: 1, when: 'after' }).deps
      const removed = removeVehicle(core, world.call(), tenant.businessId, vehicleId, 'sold')
      await expect(removed).rejects.toBeInstanceOf(Died)
    }
    const vehicles: typeof other.core.vehicles = {
      ...other.core.vehicles,
      load: async (stream) => {
        if (stream === vehicleStream(stuck)) throw new Error('the log is away')
        return await other.core.vehicles.load(stream)
      },
    }
    await finish({ ...other, core: { ...other.core, vehicles } })
    expect([await storyOf(stuck), await storyOf(easy)]).toEqual([WHOLE.slice(0, 2), WHOLE])
    await finish(other)
    expect(await storyOf(stuck)).toEqual(WHOLE)
  })
})
