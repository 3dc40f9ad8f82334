import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import { addDays, periodInWords } from '../../lib/dates.ts'
import { byFirstDay, hireDays, overlap } from '../../lib/periods.ts'

/**
 * What stands in the way of an approval as far as this device knows, so that it is told before Approve is pressed. The rule
 * is the server's (`packages/domain/schedule/held-days.ts`); what is known here may be old, so the server stays the judge.
 */

/** The approved bookings of each vehicle, by its id. */
export type Approved = ReadonlyMap<string, readonly AdminBooking[]>

/** Puts them together once for all rows: a desk has thousands of bookings. @param more of what is in both, `known` counts */
export function approvedByVehicle(known: readonly AdminBooking[], more: readonly AdminBooking[] = []): Approved {
  const besides = new Map(more.map((booking) => [booking.id, booking]))
  for (const { id } of known) besides.delete(id)
  const approved = [...known, ...besides.values()].filter(({ status }) => status === 'approved')
  return Map.groupBy(approved, ({ carId }) => carId)
}

type Hire = Pick<AdminBooking, 'id' | 'carId' | 'pickupDate' | 'dropoffDate'>

/**
 * The approved bookings for which a booking cannot be approved, the earliest first. Costs those of its vehicle.
 * @param turnaroundDays that the business keeps free between two bookings
 */
export function inTheWayOf(booking: Hire, approved: Approved, turnaroundDays: number): readonly AdminBooking[] {
  const others = approved.get(booking.carId) ?? []
  const { from, to } = hireDays(booking)
  const wanted = { from: addDays(from, -turnaroundDays), to: addDays(to, turnaroundDays) }
  return others
    .filter((other) => other.id !== booking.id && overlap(hireDays(other), wanted))
    .toSorted((one, other) => byFirstDay(hireDays(one), hireDays(other)))
}

/** What is said of a booking's way: `lead`, the other booking's reference, `rest`. */
export interface Conflict {
  readonly with: AdminBooking
  readonly lead: 'Overlaps' | 'Too close to'
  readonly rest: string
  /** The other one was approved on this device and waits to be sent: this one would be refused for certain after it. */
  readonly isHere: boolean
}

/**
 * What stands in the way of a booking; undefined when nothing does. Of several that one is named which is most certain.
 * @param decidedHere ids of bookings about which a decision waits on this device
 */
export function conflictOf(
  booking: Hire,
  approved: Approved,
  { turnaroundDays, decidedHere }: { readonly turnaroundDays: number; readonly decidedHere: ReadonlySet<string> },
): Conflict | undefined {
  const all = inTheWayOf(booking, approved, turnaroundDays)
  const named =
    all.find(({ id }) => decidedHere.has(id)) ??
    all.find((other) => overlap(hireDays(booking), hireDays(other))) ??
    all.at(0)
  if (named === undefined) return undefined
  const isHere = decidedHere.has(named.id)
  const isOverlap = overlap(hireDays(booking), hireDays(named))
  const when = periodInWords(named.pickupDate, named.dropoffDate).dates
  const kept = `${turnaroundDays} day${turnaroundDays === 1 ? ' is' : 's are'} kept free in between`
  const others = all.length === 1 ? '' : `, and ${all.length - 1} more`
  return {
    with: named,
    lead: isOverlap ? 'Overlaps' : 'Too close to',
    rest: `, approved ${isHere ? 'on this device ' : ''}for ${when}${isOverlap ? '' : `: ${kept}`}${others}`,
    isHere,
  }
}

/** "Overlaps #BR-1765180800000, approved for Tue 8 → Thu 10 Dec" */
export const inWords = ({ lead, with: { reference }, rest }: Conflict): string => `${lead} #${reference}${rest}`
