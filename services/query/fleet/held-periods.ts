import { MOST_TURNAROUND_DAYS } from '@forecourt/domain/business/events.ts'
import { LONGEST_DAYS } from '@forecourt/domain/schedule/request.ts'

/** Days that the business keeps free between two bookings. */
const KEPT_FREE = '(select turnaround_days from businesses where business_id = $1)'

/**
 * The periods in which vehicles of the tenant cannot be had, as a query of `vehicle_id`, `pickup_date` and `dropoff_date`:
 *
 * - approved bookings, each with the days after it that the business keeps free between bookings,
 * - the same number of days before each, a period of its own: a booking that held one of them would have to keep days free
 *   that the other one has. Whoever chose one would only be refused,
 * - maintenance, which is not said to be that.
 *
 * What ended more than `daysBack` days before today is left out. Nothing lasts longer than a year (decisions: dates), so that
 * what began earlier is not looked at, however much it is.
 */
export const heldPeriods = (daysBack: number): string => `
  select vehicle_id, pickup_date, dropoff_date + ${KEPT_FREE} as dropoff_date
  from bookings
  where business_id = $1
    and status = 'approved'
    and dropoff_date > $3 - ${daysBack + MOST_TURNAROUND_DAYS}
    and dropoff_date + ${KEPT_FREE} > $3 - ${daysBack}
    and pickup_date > $3 - ${daysBack + MOST_TURNAROUND_DAYS + LONGEST_DAYS}
  union all
  select vehicle_id, pickup_date - ${KEPT_FREE}, pickup_date
  from bookings
  where business_id = $1
    and status = 'approved'
    and dropoff_date > $3 - ${daysBack}
    and pickup_date > $3 - ${daysBack}
    and ${KEPT_FREE} > 0
  union all
  select vehicle_id, from_date, to_date
  from maintenance
  where business_id = $1
    and not is_cancelled
    and from_date > $3 - ${daysBack + LONGEST_DAYS}
    and to_date > $3 - ${daysBack}`
