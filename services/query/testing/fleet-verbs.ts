import { randomUUID } from 'node:crypto'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import type { Car, Tenant } from './rental.ts'
import type { Scribe } from './scribe.ts'

/** What happens to vehicles. */
export const fleetVerbs = (scribe: Scribe) => ({
  async vehicle(
    tenant: Tenant,
    name: string,
    pounds = 45,
    imagePath: string | null = '/objects/vehicles/blue.webp',
  ): Promise<Car> {
    const vehicleId = VehicleId.parse(randomUUID())
    const dailyRate = Pence.parse(pounds * 100)
    const details = detailsOf(name, dailyRate, imagePath)
    await scribe.append(vehicleStream(vehicleId), tenant.businessId, [
      {
        type: 'VehicleAddedToFleet',
        data: { vehicleId, businessId: tenant.businessId, status: 'available', details },
      },
    ])
    return { vehicleId, tenant, dailyRate }
  },

  async rename({ vehicleId, dailyRate, tenant: { businessId } }: Car, name: string) {
    return await scribe.append(vehicleStream(vehicleId), businessId, [
      { type: 'VehicleDetailsChanged', data: { vehicleId, businessId, details: detailsOf(name, dailyRate, null) } },
    ])
  },

  async changeStatus({ vehicleId, tenant: { businessId } }: Car, from: string, to: string) {
    return await scribe.append(vehicleStream(vehicleId), businessId, [
      { type: 'VehicleStatusChanged', data: { vehicleId, businessId, from, to } },
    ])
  },

  async remove({ vehicleId, tenant: { businessId } }: Car) {
    return await scribe.append(vehicleStream(vehicleId), businessId, [
      { type: 'VehicleRemovedFromFleet', data: { vehicleId, businessId, reason: 'sold' } },
    ])
  },
})

const detailsOf = (name: string, dailyRate: Pence, imagePath: string | null) => ({
  name,
  description: null,
  category: 'compact',
  capacity: 4,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate,
  licensePlate: 'AB12 CDE',
  year: 2024,
  imagePath,
})
