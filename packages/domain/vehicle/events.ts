import { z } from 'zod'
import { CivilDate } from '../civil-date.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { BusinessId, VehicleId } from '../ids.ts'
import { Pence } from '../money.ts'
import { ObjectPath } from '../object-path.ts'

export const VehicleCategory = z.enum(['compact', 'suv', 'sedan', 'luxury', 'estate'])
export const Transmission = z.enum(['automatic', 'manual'])
export const FuelType = z.enum(['petrol', 'diesel', 'hybrid', 'electric'])
export const VehicleStatus = z.enum(['available', 'booked', 'maintenance', 'unavailable'])
export type VehicleStatus = z.infer<typeof VehicleStatus>

const details = z.object({
  name: z.string(),
  description: z.string().nullable(),
  category: VehicleCategory,
  capacity: z.int(),
  transmission: Transmission,
  fuelType: FuelType,
  dailyRate: Pence,
  licensePlate: z.string().nullable(),
  year: z.int().nullable(),
  imagePath: ObjectPath.nullable(),
})
export type VehicleDetails = z.infer<typeof details>

export const VehicleAddedToFleet = defineEvent(
  'VehicleAddedToFleet',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId, status: VehicleStatus, details }),
)
export const VehicleDetailsChanged = defineEvent(
  'VehicleDetailsChanged',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId, details }),
)
export const VehicleStatusChanged = defineEvent(
  'VehicleStatusChanged',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId, from: VehicleStatus, to: VehicleStatus }),
)
export const VehicleRemovedFromFleet = defineEvent(
  'VehicleRemovedFromFleet',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId, reason: z.string() }),
)

const dueDate = CivilDate.nullable()
const dueDates = z.object({ mot: dueDate, service: dueDate, insurance: dueDate, tax: dueDate })
/** The last day for which the vehicle has an MOT, an insurance and its tax, and by which it is to be serviced; null when unknown. */
export type VehicleDueDates = z.infer<typeof dueDates>
export const VehicleDueDatesChanged = defineEvent(
  'VehicleDueDatesChanged',
  1,
  z.object({ vehicleId: VehicleId, businessId: BusinessId, dueDates }),
)

export type VehicleEvent = EventOf<
  | typeof VehicleAddedToFleet
  | typeof VehicleDetailsChanged
  | typeof VehicleStatusChanged
  | typeof VehicleDueDatesChanged
  | typeof VehicleRemovedFromFleet
>
