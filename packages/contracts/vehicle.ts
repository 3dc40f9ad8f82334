import * as z from 'zod/mini'
import { AdminBookingsQuery } from './booking.ts'
import { Instant } from './date.ts'
import { Pounds } from './money.ts'

export const VehicleCategory = z.enum(['compact', 'suv', 'sedan', 'luxury', 'estate'])
export const Transmission = z.enum(['automatic', 'manual'])
export const FuelType = z.enum(['petrol', 'diesel', 'hybrid', 'electric'])
export const VehicleStatus = z.enum(['available', 'booked', 'maintenance', 'unavailable'])

const shown = {
  id: z.string(),
  businessId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  category: VehicleCategory,
  capacity: z.int(),
  transmission: Transmission,
  fuelType: FuelType,
  dailyRate: Pounds,
  licensePlate: z.nullable(z.string()),
  year: z.nullable(z.int()),
  imageUrl: z.nullable(z.string()),
} as const

/** A vehicle as the portal shows it. */
export const Vehicle = z.strictObject({
  ...shown,
  /** As stored: it decides whether the vehicle can be booked at all, whatever its bookings. */
  status: VehicleStatus,
  /** An approved booking holds today. Other days may be free all the same. */
  outToday: z.boolean(),
})
export type Vehicle = z.infer<typeof Vehicle>

/** Answer of `GET /api/cars?businessSlug=`. */
export const Fleet = z.array(Vehicle)

export const FleetQuery = z.strictObject({
  businessSlug: z.string('businessSlug is required').check(z.minLength(1, 'businessSlug is required'), z.maxLength(63)),
})

/** A vehicle as staff see it. */
export const AdminVehicle = z.strictObject({
  ...shown,
  /** `booked` is derived: an available vehicle that is out today. */
  status: VehicleStatus,
  storedStatus: VehicleStatus,
  createdAt: Instant,
  updatedAt: Instant,
})
export type AdminVehicle = z.infer<typeof AdminVehicle>

/** Answer of `GET /api/admin/cars`. */
export const AdminFleet = z.array(AdminVehicle)

/** Query of `GET /api/admin/cars`. */
export const AdminFleetQuery = z.pick(AdminBookingsQuery, { limit: true, cursor: true, q: true })
export type AdminFleetQuery = z.infer<typeof AdminFleetQuery>
