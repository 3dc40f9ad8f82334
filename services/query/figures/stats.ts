import type { Stats, StatsQuery } from '@forecourt/contracts/figures.ts'
import { type CivilDate, daysBetween, monthBounds } from '@forecourt/domain/civil-date.ts'
import { PenceSum, penceToPounds } from '@forecourt/domain/money.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const MonthRow = z.object({
  revenue: PenceSum,
  active_bookings: z.int(),
  days_booked: z.int(),
  vehicles: z.int(),
  customers: z.int(),
})
type MonthRow = z.infer<typeof MonthRow>

interface Input {
  readonly firstDay: CivilDate
  readonly days: number
}

export function statsInput({ year, month }: StatsQuery): Input {
  const { first, next } = monthBounds(Number(year), Number(month))
  return { firstDay: first, days: daysBetween(first, next) }
}

/**
 * The figures of a month (`GET /api/admin/stats`; decisions: figures). A vehicle that has left the fleet counts neither with
 * its days nor as a vehicle, so that more than all of the fleet is never booked; what it earned stays earned. Costs one row
 * for each vehicle that was booked in the month, however many bookings there are.
 */
export const readStats: Read<MonthRow, Input> = {
  name: 'stats',
  query: `
    select
      coalesce(sum(month.revenue), 0)::bigint as revenue,
      coalesce(sum(month.active_bookings), 0)::integer as active_bookings,
      coalesce(sum(month.days_booked) filter (where not vehicle.is_removed), 0)::integer as days_booked,
      (
        select count(*)::integer from vehicles fleet where fleet.business_id = $1 and not fleet.is_removed
      ) as vehicles,
      coalesce((select customers from business_totals where business_id = $1), 0) as customers
    from vehicle_months month
    left join vehicles vehicle on vehicle.vehicle_id = month.vehicle_id and vehicle.business_id = $1
    where month.business_id = $1 and month.month = ($4 ->> 'firstDay')::date`,
  row: MonthRow,
  madeOf: 'figures',
  dependsOnToday: false,
  present: ([row], { days }) => row && { body: stats(row, days) },
}

function stats(row: MonthRow, days: number): Stats {
  return {
    revenue: penceToPounds(row.revenue),
    activeBookings: row.active_bookings,
    utilization: wholePercent(row.days_booked, row.vehicles * days),
    customers: row.customers,
  }
}

/** Halves are rounded up, reckoned in whole numbers; 0 of nothing. */
function wholePercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((part * 200 + whole) / (whole * 2))
}
