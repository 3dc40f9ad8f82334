import * as z from 'zod/mini'
import { Day, day, Instant } from './date.ts'
import { line } from './text.ts'

export const MaintenanceKind = z.enum(['service', 'mot', 'repair', 'cleaning', 'other'], 'Please select what is done')
export type MaintenanceKind = z.infer<typeof MaintenanceKind>

export const LONGEST_NOTE = 200

/**
 * A note is written into the log in plain text and stays there: it is about the vehicle, never about a person. Names cannot
 * be told from other words; addresses and numbers by which a person is reached can, and are refused.
 */
const REACHES_SOMEBODY = /@|(?:\d[\s().-]*){9}/
const NOT_ABOUT_PEOPLE = 'Keep people out of it: no e-mail address, no telephone number'

/** Body of `POST /api/admin/cars/{id}/maintenance`: all of it, what is left out is nothing. */
export const MaintenanceInput = z.strictObject({
  from: day('A first day is required'),
  /** The first day on which the vehicle can be had again. */
  to: day('The day on which it is back in hire is required'),
  kind: MaintenanceKind,
  note: z.optional(
    z.nullable(
      z.pipe(
        z
          .pipe(line(0, LONGEST_NOTE, 'A text is expected'), z.string())
          .check(z.refine((text) => !REACHES_SOMEBODY.test(text), NOT_ABOUT_PEOPLE)),
        z.transform((text: string) => (text === '' ? null : text)),
      ),
    ),
  ),
})
export type MaintenanceInput = z.infer<typeof MaintenanceInput>

/**
 * Body of `PUT /api/admin/cars/{id}/maintenance/{maintenanceId}`. `seen` is the maintenance as the sender saw it: then only
 * what they have changed is saved, and nothing that others have saved since is overwritten.
 */
export const MaintenanceEdit = z.strictObject({ ...MaintenanceInput.shape, seen: z.optional(MaintenanceInput) })
export type MaintenanceEdit = z.infer<typeof MaintenanceEdit>

/** What tells whether maintenance is still what somebody saw: a note says nothing about that. */
export const MaintenanceSeen = z.pick(MaintenanceInput, { from: true, to: true, kind: true })

/**
 * Body of `DELETE /api/admin/cars/{id}/maintenance/{maintenanceId}`, which may be left out. `seen` is the maintenance as the sender
 * saw it: with other days by now, or about something else, it is not what they wanted cancelled.
 */
export const MaintenanceCancellation = z.strictObject({ seen: z.optional(MaintenanceSeen) })
export type MaintenanceCancellation = z.infer<typeof MaintenanceCancellation>

/** A request that cannot be approved as long as the maintenance stands. */
export const RequestInTheWay = z.strictObject({
  id: z.string(),
  reference: z.string(),
  pickupDate: Day,
  dropoffDate: Day,
})
export type RequestInTheWay = z.infer<typeof RequestInTheWay>

const block = {
  id: z.string(),
  carId: z.string(),
  from: Day,
  to: Day,
  kind: MaintenanceKind,
  note: z.nullable(z.string()),
  /** What waits for an answer and shares a day with it, the earliest first; nearly always nothing. */
  requests: z.array(RequestInTheWay),
} as const

/** Answer of `POST /api/admin/cars/{id}/maintenance` (201) and `PUT …/{maintenanceId}`: the maintenance as it is stored. */
export const MaintenanceSaved = z.strictObject(block)
export type MaintenanceSaved = z.infer<typeof MaintenanceSaved>

/** Answer of `DELETE /api/admin/cars/{id}/maintenance/{maintenanceId}`. */
export const MaintenanceCancelled = z.strictObject({ id: z.string(), cancelled: z.literal(true) })
export type MaintenanceCancelled = z.infer<typeof MaintenanceCancelled>

/** Maintenance as staff see it. */
export const Maintenance = z.strictObject({ ...block, createdAt: Instant, updatedAt: Instant })
export type Maintenance = z.infer<typeof Maintenance>

/** So many days of all vehicles are in one answer at most: a year and a day. */
export const MOST_DAYS = 366

/** Answer of `GET /api/admin/maintenance` and `GET /api/admin/cars/{id}/maintenance`. */
export const MaintenanceList = z.array(Maintenance)
