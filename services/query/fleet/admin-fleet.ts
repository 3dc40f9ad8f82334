import type { AdminFleetQuery, AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { z } from 'zod'
import { decodeCursor, pageOf } from '../reading/pages.ts'
import type { Read } from '../reading/reads.ts'
import { hasEachWord, wordsOf } from '../reading/search.ts'
import { described, VEHICLES_QUERY, VehicleRow } from './vehicle-row.ts'

/** An available vehicle that is out today is `booked`, one that is worked on `maintenance` (specification section 3). */
function adminVehicle(row: VehicleRow): AdminVehicle {
  return {
    ...described(row),
    status: row.status === 'available' ? todayOf(row) : row.status,
    storedStatus: row.status,
    dueDates: { mot: row.mot_due, service: row.service_due, insurance: row.insurance_due, tax: row.tax_due },
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

function todayOf(row: VehicleRow): AdminVehicle['status'] {
  if (row.is_worked_on) return 'maintenance'
  return row.is_out ? 'booked' : 'available'
}

interface Input {
  readonly limit: number
  readonly q?: string | undefined
  /** Those of `q`; all are needed. */
  readonly words?: readonly string[]
  /**
   * The last vehicle of the page before, with the name that it had then, by which the list is sorted: by another one that it
   * has been given since, those in between would be left out, or come twice. A vehicle that was removed since keeps its place.
   */
  readonly after?: Place | undefined
}

/** Cursors had no name once, and have none where it is too long for an address: then the present one is looked up. */
type Place = readonly [vehicleId: string, name?: string]

const LONGEST_NAME = 150
/** No database takes these. */
const isText = (name: string) => name.isWellFormed() && !name.includes('\0')
const Cursor: z.ZodType<readonly string[] & Place> = z.union([
  z.tuple([z.uuid()]),
  z.tuple([z.uuid(), z.string().refine(isText)]),
])

/** @throws {Problem} 400 a cursor that we did not give */
export function adminFleetInput({ limit, cursor, q }: AdminFleetQuery): Input {
  return { limit: Number(limit ?? 500), q, words: wordsOf(q), after: decodeCursor(cursor, Cursor) }
}

/** The member's fleet, by name (`GET /api/admin/cars`); `q` searches name and plate, the plate with and without its space. */
export const readAdminFleet: Read<VehicleRow, Input> = {
  name: 'admin fleet',
  query: `${VEHICLES_QUERY}
    and (
      $4 ->> 'q' is null
      or ${hasEachWord('name', 'license_plate', "replace(license_plate, ' ', '')")}
    )
    and (
      $4 -> 'after' is null
      or (name, vehicle_id) > (
        select coalesce($4 -> 'after' ->> 1, last.name), last.vehicle_id
        from vehicles last
        where last.business_id = $1 and last.vehicle_id = ($4 -> 'after' ->> 0)::uuid
      )
    )
    order by name, vehicle_id
    limit ($4 ->> 'limit')::integer + 1`,
  row: VehicleRow,
  madeOf: 'fleet',
  dependsOnToday: true,
  present: (rows, { limit, q }) =>
    pageOf(rows, {
      limit,
      path: '/api/admin/cars',
      parameters: { limit, q },
      show: adminVehicle,
      cursor: ({ vehicle_id: id, name }) => (name.length > LONGEST_NAME ? [id] : [id, name]),
    }),
}
