import type { Business } from '@forecourt/domain/business/business.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { businessStream, vehicleStream } from '@forecourt/domain/streams.ts'
import type { Vehicle } from '@forecourt/domain/vehicle/vehicle.ts'
import type { Core } from '../log/core.ts'

/** A vehicle and the business that lets it, as far as this process has heard of them. */
export interface Offer {
  readonly vehicle: Vehicle
  readonly business: Business
}

/** Undefined when nobody ever had such a vehicle. */
export async function findOffer(core: Core, carId: string): Promise<Offer | undefined> {
  const vehicleId = VehicleId.safeParse(carId)
  if (!vehicleId.success) return undefined
  const vehicle = (await core.vehicles.load(vehicleStream(vehicleId.data))).state
  const business = vehicle && (await core.businesses.load(businessStream(vehicle.businessId))).state
  return vehicle === undefined || business === undefined ? undefined : { vehicle, business }
}

/**
 * The offer as the log has it now; undefined when it is the same. Another process may have changed it a moment ago, so
 * that nobody is turned away on hearsay.
 */
export async function newerOffer(core: Core, { vehicle, business }: Offer): Promise<Offer | undefined> {
  const [vehicleFold, businessFold] = await Promise.all([
    core.vehicles.load(vehicleStream(vehicle.vehicleId)),
    core.businesses.load(businessStream(vehicle.businessId)),
  ])
  await Promise.all([core.vehicles.refresh(vehicleFold), core.businesses.refresh(businessFold)])
  const newer = { vehicle: vehicleFold.state ?? vehicle, business: businessFold.state ?? business }
  return newer.vehicle === vehicle && newer.business === business ? undefined : newer
}
