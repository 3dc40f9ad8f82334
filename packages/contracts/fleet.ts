import * as z from 'zod/mini'
import { BookedDates } from './booked-dates.ts'
import { Day } from './date.ts'
import { Pounds } from './money.ts'

export const VehicleCategory = z.enum(['compact', 'suv', 'sedan', 'luxury', 'estate'], 'Please select a category')
export const Transmission = z.enum(['automatic', 'manual'], 'Please select a transmission')
export const FuelType = z.enum(['petrol', 'diesel', 'hybrid', 'electric'], 'Please select a fuel type')
export const VehicleStatus = z.enum(['available', 'booked', 'maintenance', 'unavailable'], 'Please select a status')
export type VehicleStatus = z.infer<typeof VehicleStatus>

/** What everybody may know of a vehicle. */
export const shownOfVehicle = {
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
  /** The picture in its widths, as the `srcset` of an `img` takes it; null for none, or one that has no other width. */
  imageSrcset: z.nullable(z.string()),
} as const

/** How a vehicle is booked from `from` up to the day before `until`; what it was asked about is in the two days. */
export const NextDays = z.strictObject({
  /** The business's today. */
  from: Day,
  /** Nothing is said of this day and of later ones. */
  until: Day,
  /** What takes one of these days, as in the booked dates of the vehicle, each period with all its days, by first day. */
  booked: BookedDates,
})
export type NextDays = z.infer<typeof NextDays>

/** A vehicle as the portal shows it. */
export const Vehicle = z.strictObject({
  ...shownOfVehicle,
  /** As stored: it decides whether the vehicle can be booked at all, whatever its bookings. */
  status: VehicleStatus,
  /** It cannot be had today: it is let, or worked on. Other days may be free all the same. */
  outToday: z.boolean(),
  nextDays: NextDays,
})
export type Vehicle = z.infer<typeof Vehicle>

/** Answer of `GET /api/cars?businessSlug=`. */
export const Fleet = z.array(Vehicle)

/** Of any length: what is too long for a slug is answered as one that nobody has, as it is in a path. */
export const FleetQuery = z.strictObject({
  businessSlug: z.string('businessSlug is required').check(z.minLength(1, 'businessSlug is required')),
})
