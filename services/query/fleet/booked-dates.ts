import type { Read } from '../reading/reads.ts'
import { PeriodRow, period } from './period-row.ts'

/**
 * The periods in which a vehicle cannot be had, by pickup (`GET /api/cars/{id}/booked-dates`). Only approved bookings block.
 * What ended more than 30 days ago is left out: nobody can enter a booking for it (decisions: dates, time, money).
 */
export const readBookedDates: Read<PeriodRow, { readonly vehicleId: string }> = {
  name: 'booked dates',
  query: `
    select pickup_date, dropoff_date
    from bookings
    where business_id = $1
      and vehicle_id = ($4 ->> 'vehicleId')::uuid
      and status = 'approved'
      and dropoff_date > $3 - 30
    order by pickup_date, dropoff_date`,
  row: PeriodRow,
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(period) }),
}
