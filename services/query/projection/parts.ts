import type { BookingRow } from './rows.ts'
import type { TableName } from './table.ts'
import type { Change, Rows } from './working-rows.ts'

/**
 * Parts of a tenant's rows that have a version of their own. What is made of one alone stays as it is while others change:
 * a portal is the same after a request that nobody has answered, and figures are after a mail.
 */
export const PARTS = ['fleet', 'figures'] as const
export type Part = (typeof PARTS)[number]

/** The tables of each part; bookings are in the fleet's only as far as they hold days. */
export const TABLES_OF: Readonly<Record<Part, readonly TableName[]>> = {
  fleet: ['businesses', 'vehicles', 'maintenance', 'bookings'],
  figures: ['vehicles', 'businessTotals', 'vehicleTotals', 'vehicleMonths'],
}

/** The column of `tenants` that has a part's version. */
export const versionColumn = (part: Part): string => `${part}_version`

/**
 * The parts that change with a row.
 * @param rows as they are before the change
 */
export function partsOf(change: Change, rows: Pick<Rows, 'find'>): readonly Part[] {
  if (change.table === 'bookings' && heldBy(change.row) === heldBy(rows.find('bookings', change.row.bookingId)))
    return []
  return PARTS.filter((part) => TABLES_OF[part].includes(change.table))
}

/** The days that a booking keeps from others, as a text: only an approved one does. */
const heldBy = (booking: BookingRow | undefined): string =>
  booking?.status === 'approved' ? `${booking.vehicleId} ${booking.pickupDate} ${booking.dropoffDate}` : ''
