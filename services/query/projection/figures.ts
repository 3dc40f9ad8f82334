import { vehicleOf } from '@forecourt/domain/ids.ts'
import type { Period } from '@forecourt/domain/period.ts'
import { isDecision } from './booking.ts'
import type { ToldFact } from './facts.ts'
import { holdDays, monthIdOf, monthsOf, NO_HOLDERS } from './months.ts'
import type { BookingRow, CustomerRow, VehicleMonthRow } from './rows.ts'
import type { FIGURES } from './table.ts'
import type { Change, Rows } from './working-rows.ts'

/**
 * The figures that follow when these rows change (decisions: figures). They are told from the rows before and after, never
 * from the fact: so they are the sums of the rows that are there, also when a stream was parked and released later.
 * One fact moves the status of at most one booking and makes or erases at most one customer.
 */
export function figuresAfter(changes: readonly Change[], rows: Rows): readonly Change[] {
  return changes.flatMap((change): readonly Change[] => {
    if (change.table === 'bookings')
      return bookingFigures(rows.find('bookings', change.row.bookingId), change.row, rows)
    if (change.table === 'customers') {
      return customerFigures(rows.find('customers', change.row.customerId), change.row, rows)
    }
    return NONE
  })
}

const NONE: readonly Change[] = []

/** What a status adds to the figures: whether it earns and holds days, and whether it counts as active. */
const WEIGHTS: { readonly [Status in BookingRow['status']]: { readonly booked: 0 | 1; readonly active: 0 | 1 } } = {
  pending: { booked: 0, active: 0 },
  approved: { booked: 1, active: 1 },
  completed: { booked: 1, active: 0 },
  rejected: { booked: 0, active: 0 },
}

function bookingFigures(before: BookingRow | undefined, after: BookingRow, rows: Rows): readonly Change[] {
  const was = WEIGHTS[before?.status ?? 'pending']
  const is = WEIGHTS[after.status]
  const step = { booked: is.booked - was.booked, active: is.active - was.active }
  if (step.booked === 0 && step.active === 0) return NONE
  const months = monthsOf(after).map(
    (month): Change => ({
      table: 'vehicleMonths',
      row: monthAfter(after, month, step, rows),
    }),
  )
  if (step.booked === 0) return months
  const { vehicleId, businessId } = after
  const totals = rows.find('vehicleTotals', vehicleId) ?? { vehicleId, businessId, ...NOTHING_BOOKED }
  const row = {
    ...totals,
    revenue: totals.revenue + step.booked * after.totalAmount,
    bookings: totals.bookings + step.booked,
    daysBooked: totals.daysBooked + step.booked * after.days,
  }
  return [...months, { table: 'vehicleTotals', row }]
}

const NOTHING_BOOKED = { revenue: 0, bookings: 0, daysBooked: 0 }

interface Step {
  readonly booked: number
  readonly active: number
}

/** @param month `YYYY-MM`, one that the booking holds a day of */
function monthAfter(booking: BookingRow, month: string, { booked, active }: Step, rows: Rows): VehicleMonthRow {
  const { vehicleId, businessId } = booking
  const monthId = monthIdOf(vehicleId, month)
  const known = rows.find('vehicleMonths', monthId) ?? {
    monthId,
    vehicleId,
    businessId,
    month: `${month}-01`,
    revenue: 0,
    activeBookings: 0,
    daysBooked: 0,
    holders: NO_HOLDERS,
  }
  const isPickupMonth = booking.pickupDate.startsWith(month)
  return {
    ...known,
    ...(booked === 0 ? {} : holdDays(known.holders, month, booking, booked)),
    revenue: known.revenue + (isPickupMonth ? booked * booking.totalAmount : 0),
    activeBookings: known.activeBookings + active,
  }
}

function customerFigures(before: CustomerRow | undefined, after: CustomerRow, rows: Rows): readonly Change[] {
  const step = Number(!after.isErased) - Number(before?.isErased === false)
  if (step === 0) return NONE
  const { businessId } = after
  const totals = rows.find('businessTotals', businessId) ?? { businessId, customers: 0 }
  return [{ table: 'businessTotals', row: { ...totals, customers: totals.customers + step } }]
}

/**
 * Ids of the figures' rows that may change with these facts.
 * @param rows the rows that the facts are about, as they are stored
 */
export function figuresNeededBy(
  facts: readonly ToldFact[],
  rows: Rows,
): { readonly [Table in (typeof FIGURES)[number]]: ReadonlySet<string> } {
  const businessTotals = new Set<string>()
  const vehicleTotals = new Set<string>()
  const vehicleMonths = new Set<string>()
  const requested = new Map<string, Period>()
  for (const fact of facts) {
    if (fact.type === 'CustomerErased') businessTotals.add(fact.data.businessId)
    else if (fact.type === 'BookingRequested') {
      requested.set(fact.data.bookingId, fact.data)
      if (rows.find('customers', fact.data.customerId) === undefined) businessTotals.add(fact.data.businessId)
    } else if (isDecision(fact)) {
      const { bookingId } = fact.data
      const period = rows.find('bookings', bookingId) ?? requested.get(bookingId)
      // A decision about a booking that is not there: it will be parked.
      if (period === undefined) continue
      const vehicleId = vehicleOf(bookingId)
      vehicleTotals.add(vehicleId)
      for (const month of monthsOf(period)) vehicleMonths.add(monthIdOf(vehicleId, month))
    }
  }
  return { businessTotals, vehicleTotals, vehicleMonths }
}
