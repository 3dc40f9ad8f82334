import type { AdminFleetQuery, AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { z } from 'zod'
import { decodeCursor, pageOf } from '../reading/pages.ts'
import type { Read } from '../reading/reads.ts'
import { VEHICLES_QUERY, VehicleRow, vehicle } from './vehicle-row.ts'

function adminVehicle(row: VehicleRow): AdminVehicle {
  return {
    ...vehicle(row),
    storedStatus: row.status,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

interface Input {
  readonly limit: number
  readonly q?: string | undefined
  /** Name and id of the last vehicle of the page before. */
  readonly after?: readonly [name: string, vehicleId: string] | undefined
}

const Cursor = z.tuple([z.string().max(500), z.uuid()])

/** @throws {Problem} 400 a cursor that we did not give */
export function adminFleetInput({ limit, cursor, q }: AdminFleetQuery): Input {
  return { limit: Number(limit ?? 500), q, after: decodeCursor(cursor, Cursor) }
}

/** The member's fleet, by name (`GET /api/admin/cars`); `q` searches name and plate. */
export const readAdminFleet: Read<VehicleRow, Input> = {
  name: 'admin fleet',
  query: `${VEHICLES_QUERY}
    and ($4 ->> 'q' is null or strpos(lower(concat_ws(' ', name, license_plate)), lower($4 ->> 'q')) > 0)
    and ($4 -> 'after' is null or (name, vehicle_id) > ($4 -> 'after' ->> 0, ($4 -> 'after' ->> 1)::uuid))
    order by name, vehicle_id
    limit ($4 ->> 'limit')::integer + 1`,
  row: VehicleRow,
  dependsOnToday: true,
  present: (rows, { limit, q }) =>
    pageOf(rows, {
      limit,
      path: '/api/admin/cars',
      parameters: { limit, q },
      show: adminVehicle,
      cursor: (last) => [last.name, last.vehicle_id],
    }),
}
