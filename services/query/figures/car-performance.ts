import type { CarPerformance, VehiclePerformance } from '@forecourt/contracts/figures.ts'
import { PenceSum, penceToPounds } from '@forecourt/domain/money.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const PerformanceRow = z.object({
  is_top: z.boolean(),
  vehicle_id: z.string(),
  name: z.string(),
  image_path: z.string().nullable(),
  revenue: PenceSum,
  bookings: z.int(),
  days_booked: z.int(),
})
type PerformanceRow = z.infer<typeof PerformanceRow>

/**
 * The best and the worst of the fleet (`GET /api/admin/car-performance`; decisions: figures). Only vehicles that are in the
 * fleet: there is nothing to review about one that was sold. Costs one row for each of them.
 */
export const readCarPerformance: Read<PerformanceRow, object> = {
  name: 'car performance',
  query: `
    with fleet as (
      select
        vehicle.vehicle_id,
        vehicle.name,
        vehicle.image_path,
        coalesce(totals.revenue, 0) as revenue,
        coalesce(totals.bookings, 0) as bookings,
        coalesce(totals.days_booked, 0) as days_booked
      from vehicles vehicle
      left join vehicle_totals totals on totals.vehicle_id = vehicle.vehicle_id and totals.business_id = $1
      where vehicle.business_id = $1 and not vehicle.is_removed
    ),
    top as (
      select * from fleet where bookings > 0 order by revenue desc, name, vehicle_id limit 3
    ),
    bottom as (
      select * from fleet where vehicle_id not in (select vehicle_id from top) order by revenue, name, vehicle_id limit 3
    )
    select * from (select true as is_top, * from top union all select false, * from bottom) both_lists
    order by is_top desc, case when is_top then -revenue else revenue end, name, vehicle_id`,
  row: PerformanceRow,
  madeOf: 'figures',
  dependsOnToday: false,
  present: (rows) => ({ body: carPerformance(rows) }),
}

function carPerformance(rows: readonly PerformanceRow[]): CarPerformance {
  return {
    topPerformers: rows.filter((row) => row.is_top).map(performance),
    bottomPerformers: rows.filter((row) => !row.is_top).map(performance),
  }
}

function performance(row: PerformanceRow): VehiclePerformance {
  return {
    carId: row.vehicle_id,
    carName: row.name,
    carImage: row.image_path,
    totalRevenue: penceToPounds(row.revenue),
    totalBookings: row.bookings,
    totalDaysBooked: row.days_booked,
    revenuePerDay: penceToPounds(perDay(row.revenue, row.days_booked)),
  }
}

/** To the penny, halves rounded up, reckoned in whole numbers. */
function perDay(revenue: PenceSum, days: number): PenceSum {
  return PenceSum.parse(days === 0 ? 0 : Math.floor((revenue * 2 + days) / (days * 2)))
}
