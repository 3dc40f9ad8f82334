import { FuelType, Transmission, type Vehicle, VehicleCategory, VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { imageSrcset } from '@forecourt/contracts/image-srcset.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { Pence, penceToPounds } from '@forecourt/domain/money.ts'
import { LONGEST_DAYS } from '@forecourt/domain/schedule/request.ts'
import { widthOfPicture } from '@forecourt/kit/object-path.ts'
import { z } from 'zod'

export const VehicleRow = z.object({
  vehicle_id: z.string(),
  business_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: VehicleCategory,
  capacity: z.int(),
  transmission: Transmission,
  fuel_type: FuelType,
  daily_rate: Pence,
  license_plate: z.string().nullable(),
  year: z.int().nullable(),
  image_path: z.string().nullable(),
  status: VehicleStatus,
  is_out: z.boolean(),
  is_worked_on: z.boolean(),
  mot_due: z.string().nullable(),
  service_due: z.string().nullable(),
  insurance_due: z.string().nullable(),
  tax_due: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
})
export type VehicleRow = z.infer<typeof VehicleRow>

/**
 * The tenant's vehicles, each with whether an approved booking, or maintenance, holds today. Further conditions may follow.
 * Both are looked through for the fleet at once, from today on: what is over costs nothing.
 */
export const VEHICLES_QUERY = `
  select
    vehicle_id, business_id, name, description, category, capacity, transmission, fuel_type, daily_rate, license_plate,
    year, image_path, status, mot_due, service_due, insurance_due, tax_due, created_at, updated_at,
    vehicle_id in (
      select bookings.vehicle_id
      from bookings
      where bookings.business_id = $1
        and bookings.status = 'approved'
        and bookings.pickup_date <= $3
        and bookings.dropoff_date > $3
    ) as is_out,
    vehicle_id in (
      select maintenance.vehicle_id
      from maintenance
      where maintenance.business_id = $1
        and not maintenance.is_cancelled
        and maintenance.from_date between $3 - ${LONGEST_DAYS} and $3
        and maintenance.to_date > $3
    ) as is_worked_on
  from vehicles
  where business_id = $1 and not is_removed`

/** What each of the two says in its own words. */
type OwnWords = 'status' | 'outToday' | 'nextDays' | 'storedStatus' | 'dueDates' | 'createdAt' | 'updatedAt'

/** What portal and dashboard show alike of a vehicle (specification section 3). */
export function described(row: VehicleRow): Omit<Vehicle & AdminVehicle, OwnWords> {
  return {
    id: row.vehicle_id,
    businessId: row.business_id,
    name: row.name,
    description: row.description,
    category: row.category,
    capacity: row.capacity,
    transmission: row.transmission,
    fuelType: row.fuel_type,
    dailyRate: penceToPounds(row.daily_rate),
    licensePlate: row.license_plate,
    year: row.year,
    imageUrl: row.image_path,
    imageSrcset: row.image_path === null ? null : imageSrcset(row.image_path, widthOfPicture(row.image_path)),
  }
}
