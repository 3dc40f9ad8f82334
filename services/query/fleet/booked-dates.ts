import { DESK_DAYS_BACK } from '@forecourt/domain/schedule/request.ts'
import type { Read } from '../reading/reads.ts'
import { heldPeriods } from './held-periods.ts'
import { PeriodRow, period } from './period-row.ts'

/**
 * The periods in which a vehicle cannot be had, by first day (`GET /api/cars/{id}/booked-dates`). Only approved bookings block,
 * and maintenance. What ended more than 30 days ago is left out: nobody can enter a booking for it (decisions: dates, time,
 * money).
 */
export const readBookedDates: Read<PeriodRow, { readonly vehicleId: string }> = {
  name: 'booked dates',
  keepsPlan: true,
  query: `
    select pickup_date, dropoff_date
    from (${heldPeriods(DESK_DAYS_BACK)}) held
    where vehicle_id = ($4 ->> 'vehicleId')::uuid
    order by pickup_date, dropoff_date`,
  row: PeriodRow,
  madeOf: 'fleet',
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(period) }),
}
