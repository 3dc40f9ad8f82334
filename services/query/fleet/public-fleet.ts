import type { Read } from '../reading/reads.ts'
import { VEHICLES_QUERY, VehicleRow, vehicle } from './vehicle-row.ts'

/** A business's fleet as anybody sees it, by name (`GET /api/cars?businessSlug=`). Removed vehicles are not in it. */
export const readPublicFleet: Read<VehicleRow, object> = {
  name: 'fleet',
  query: `${VEHICLES_QUERY} order by name, vehicle_id`,
  row: VehicleRow,
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(vehicle) }),
}
