import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'
import { heldPeriods } from './held-periods.ts'
import { PeriodRow, period } from './period-row.ts'
import { described, VEHICLES_QUERY, VehicleRow } from './vehicle-row.ts'

/** For so many days each vehicle of the portal says when it is booked. */
const DAYS_SHOWN = 14

const PublicRow = z.object({
  ...VehicleRow.shape,
  first_day: z.iso.date(),
  day_after: z.iso.date(),
  periods: z.array(PeriodRow),
})
type PublicRow = z.infer<typeof PublicRow>

/**
 * Whether a vehicle can be booked at all, and apart from that whether it can be had today: only the dates that are asked for
 * decide. That it is worked on is nobody's business: for visitors it is out like any other.
 */
function vehicle(row: PublicRow): Vehicle {
  return {
    ...described(row),
    status: row.status,
    outToday: row.is_out || row.is_worked_on,
    nextDays: { from: row.first_day, until: row.day_after, booked: row.periods.map(period) },
  }
}

/**
 * A business's fleet as anybody sees it, by name (`GET /api/cars?businessSlug=`). Removed vehicles are not in it. The
 * next days of all vehicles are read at once, by the day on which something ends: what is over costs nothing.
 */
export const readPublicFleet: Read<PublicRow, object> = {
  name: 'fleet',
  query: `
    with soon as (
      select
        vehicle_id,
        json_agg(json_build_object('pickup_date', pickup_date, 'dropoff_date', dropoff_date) order by pickup_date, dropoff_date)
          as periods
      from (${heldPeriods(0)}) held
      where pickup_date < $3 + ${DAYS_SHOWN}
      group by vehicle_id
    )
    select
      fleet.*,
      $3 as first_day,
      $3 + ${DAYS_SHOWN} as day_after,
      coalesce(soon.periods, '[]') as periods
    from (${VEHICLES_QUERY}) fleet
    left join soon using (vehicle_id)
    order by name, vehicle_id`,
  row: PublicRow,
  madeOf: 'fleet',
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(vehicle) }),
}
