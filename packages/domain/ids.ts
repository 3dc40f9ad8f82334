import { z } from 'zod'
import { timeOfUlid } from './ulid.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'

const uuid = z.string().regex(UUID)

export const BusinessId = uuid.brand<'BusinessId'>()
export type BusinessId = z.infer<typeof BusinessId>
export const UserId = uuid.brand<'UserId'>()
export type UserId = z.infer<typeof UserId>
export const VehicleId = uuid.brand<'VehicleId'>()
export type VehicleId = z.infer<typeof VehicleId>
/** A calendar that whoever has its link may follow. */
export const FeedId = uuid.brand<'FeedId'>()
export type FeedId = z.infer<typeof FeedId>
export const CustomerId = uuid.brand<'CustomerId'>()
export type CustomerId = z.infer<typeof CustomerId>

/** `{vehicleId}.{ulid}`: the id alone finds the vehicle's schedule stream. */
const inSchedule = z.string().regex(new RegExp(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.${ULID}$`))
export const BookingId = inSchedule.brand<'BookingId'>()
export type BookingId = z.infer<typeof BookingId>
export const MaintenanceId = inSchedule.brand<'MaintenanceId'>()
export type MaintenanceId = z.infer<typeof MaintenanceId>

/** The vehicle whose schedule holds this booking or maintenance. */
export function vehicleOf(id: BookingId | MaintenanceId): VehicleId {
  return VehicleId.parse(id.slice(0, 36))
}

/**
 * Id of a new booking of this vehicle.
 * @param ulid as `ulid()` makes it
 * @throws {z.ZodError} when it is not a ULID
 */
export function bookingIdOf(vehicle: VehicleId, ulid: string): BookingId {
  return BookingId.parse(`${vehicle}.${ulid}`)
}

/** When a booking was asked for, by our clock: milliseconds since 1970. */
export function requestedAtOf(id: BookingId): number {
  return timeOfUlid(id.slice(37))
}

/** Id of new maintenance of this vehicle; `ulid` as for {@link bookingIdOf}. */
export function maintenanceIdOf(vehicle: VehicleId, ulid: string): MaintenanceId {
  return MaintenanceId.parse(`${vehicle}.${ulid}`)
}

export const Slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
  .brand<'Slug'>()
export type Slug = z.infer<typeof Slug>
