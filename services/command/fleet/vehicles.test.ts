import { randomUUID } from 'node:crypto'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
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
