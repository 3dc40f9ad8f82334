import * as z from 'zod/mini'
import { AdminBookingsQuery } from './booking.ts'
import { Instant } from './date.ts'
import { DueDates } from './due-dates.ts'
import { FuelType, shownOfVehicle, Transmission, VehicleCategory, VehicleStatus } from './fleet.ts'
import { line, lines } from './text.ts'

/** A vehicle as staff see it. */
export const AdminVehicle = z.strictObject({
  ...shownOfVehicle,
  /** `booked` and `maintenance` are derived, too: an available vehicle that is out today, or worked on. */
  status: VehicleStatus,
  storedStatus: VehicleStatus,
  dueDates: DueDates,
  createdAt: Instant,
  updatedAt: Instant,
})
export type AdminVehicle = z.infer<typeof AdminVehicle>

/** Answer of `GET /api/admin/cars`. */
export const AdminFleet = z.array(AdminVehicle)

/** Query of `GET /api/admin/cars`. */
export const AdminFleetQuery = z.extend(z.pick(AdminBookingsQuery, { limit: true, q: true }), {
  /** The list goes by name, and so does a place in it. */
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
})
export type AdminFleetQuery = z.infer<typeof AdminFleetQuery>

/** Specification section 5: seating input 2 to 8, year minimum 1990. */
export const FEWEST_SEATS = 2
export const MOST_SEATS = 8
export const EARLIEST_YEAR = 1990

const SEATS = `Seats must be from ${FEWEST_SEATS} to ${MOST_SEATS}`
/** What is said of any other year, whoever finds it out. */
export const YEAR_OUT_OF_RANGE = `The year must be from ${EARLIEST_YEAR} to next year`
const PICTURE = 'Only a picture that you uploaded for a vehicle can be shown.'

/** Nothing typed is nothing: a form sends an empty text where it has no value. */
const orNothing = z.transform((text: string) => (text === '' ? null : text))

/**
 * A number plate as it is compared and shown: upper case, words apart by one space. What it looks like is not judged here:
 * other countries have other plates, and a plate that looks wrong is warned about, never refused.
 */
const LicensePlate = z.pipe(
  z.pipe(
    line(0, 100, 'At most 15 characters'),
    z.transform((plate: string) => plate.toUpperCase().replace(/\s+/g, ' ')),
  ),
  z.string().check(z.maxLength(15, 'At most 15 characters')),
)

/**
 * Body of `POST /api/admin/cars`: the whole vehicle, so that what is left out is nothing
 * (specification section 5, vehicle form). Without a status a new vehicle is available and an old one stays as it is.
 */
export const VehicleInput = z.strictObject({
  name: line(1, 100, 'Name is required'),
  description: z.optional(z.nullable(z.pipe(lines(2000), orNothing))),
  category: VehicleCategory,
  capacity: z.int(SEATS).check(z.minimum(FEWEST_SEATS, SEATS), z.maximum(MOST_SEATS, SEATS)),
  transmission: Transmission,
  fuelType: FuelType,
  /** Pounds a day as decimal text; a number is refused, because 0.1 + 0.2 is not 0.3 in one. */
  dailyRate: z
    .string('Daily rate must be a text like "45.00"')
    .check(
      z.regex(/^\d+(\.\d{1,2})?$/, { error: 'Daily rate must be an amount like 45.00, not below 0', abort: true }),
      z.regex(/^\d{1,8}(\.|$)/, 'Daily rate must be at most 99999999.99'),
    ),
  licensePlate: z.optional(z.nullable(z.pipe(LicensePlate, orNothing))),
  /** That it is not after next year is looked at where today is known. */
  year: z.optional(z.nullable(z.int(YEAR_OUT_OF_RANGE).check(z.minimum(EARLIEST_YEAR, YEAR_OUT_OF_RANGE)))),
  status: z.optional(VehicleStatus),
  /** An `objectPath` that `PUT /api/vehicle-image` answered to this business. */
  imageUrl: z.optional(
    z.nullable(z.string(PICTURE).check(z.regex(/^\/objects\/vehicles\/[A-Za-z0-9_.-]{1,160}$/, PICTURE))),
  ),
})
export type VehicleInput = z.infer<typeof VehicleInput>

/**
 * Body of `PUT /api/admin/cars/{id}`. `from` is the vehicle as the sender saw it: then only what they have changed is saved,
 * and nothing that others have saved since is overwritten.
 */
export const VehicleEdit = z.strictObject({ ...VehicleInput.shape, from: z.optional(VehicleInput) })
export type VehicleEdit = z.infer<typeof VehicleEdit>

/** What is worth a second look, said of a field; the vehicle is saved all the same. */
export const Warning = z.strictObject({ path: z.string(), message: z.string() })
export type Warning = z.infer<typeof Warning>

/** Answer of `POST /api/admin/cars` (201) and `PUT /api/admin/cars/{id}`: the vehicle as it is stored from now on. */
export const VehicleSaved = z.strictObject({
  ...shownOfVehicle,
  /** As stored: that the vehicle is out today is not looked at here. */
  status: VehicleStatus,
  warnings: z.array(Warning),
})
export type VehicleSaved = z.infer<typeof VehicleSaved>

/**
 * Body of `PUT /api/admin/cars/{id}/status`: any status can follow any other. `from` is the `storedStatus` that the sender saw,
 * not the derived `status`: when others have given the vehicle another one since, that stays.
 */
export const VehicleStatusChange = z.strictObject({ status: VehicleStatus, from: z.optional(VehicleStatus) })
export type VehicleStatusChange = z.infer<typeof VehicleStatusChange>
/** Answer of `PUT /api/admin/cars/{id}/status`. */
export const VehicleStatusChanged = z.strictObject({ id: z.string(), status: VehicleStatus })
export type VehicleStatusChanged = z.infer<typeof VehicleStatusChanged>

/** Answer of `DELETE /api/admin/cars/{id}`. */
export const VehicleRemoved = z.strictObject({ id: z.string(), removed: z.literal(true) })
export type VehicleRemoved = z.infer<typeof VehicleRemoved>

/** Plates issued in Great Britain and Northern Ireland: since 2001, prefix, suffix, dateless and Northern Irish ones. */
const UK_PLATE =
  /^(?:[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]\d{1,3} ?[A-Z]{3}|[A-Z]{3} ?\d{1,3}[A-Z]|[A-Z]{1,3} ?\d{1,4}|\d{1,4} ?[A-Z]{1,3})$/

/** What is worth a second look in a vehicle that is saved all the same. */
export function warningsOf({ licensePlate }: Pick<VehicleSaved, 'licensePlate'>): Warning[] {
  if (licensePlate === null || UK_PLATE.test(licensePlate)) return []
  return [{ path: 'licensePlate', message: `${licensePlate} does not look like a UK number plate, such as AB12 CDE.` }]
}
