import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import type { Read } from '../reading/reads.ts'
import { described, VEHICLES_QUERY, VehicleRow } from './vehicle-row.ts'

/** Whether a vehicle can be booked at all, and apart from that whether it is out today: only the dates that are asked for decide. */
function vehicle(row: VehicleRow): Vehicle {
  return { ...described(row), status: row.status, outToday: row.is_out }
}

/** A business's fleet as anybody sees it, by name (`GET /api/cars?businessSlug=`). Removed vehicles are not in it. */
export const readPublicFleet: Read<VehicleRow, object> = {
  name: 'fleet',
  query: `${VEHICLES_QUERY} order by name, vehicle_id`,
  row: VehicleRow,
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(vehicle) }),
}
