import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { addDays, periodInWords } from '../../lib/dates.ts'
import { groupBy } from '../../lib/group-by.ts'
import { byFirstDay, hireDays, overlap } from '../../lib/periods.ts'
import { isWaiting } from '../maintenance/kept.ts'
import { daysInWords, kindName } from '../maintenance/words.ts'

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
  return groupBy(approved, ({ carId }) => carId)
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

/** What holds days of the fleet, as this device knows it. */
export interface Held {
  readonly approved: Approved
  /** Maintenance that is planned. */
  readonly blocks: readonly Maintenance[]
}

/** What is said of a booking's way: `lead`, the other booking's reference, `rest`. */
export interface Conflict {
  /** Undefined when it is maintenance that is in the way. */
  readonly with: AdminBooking | undefined
  readonly lead: string
  readonly rest: string
  /**
   * The other one was approved here, or is maintenance that was added here, and waits to be sent: this one would be refused for
   * certain after it. Maintenance that was moved here is the server's to judge.
   */
  readonly isHere: boolean
}

interface Circumstances {
  /** That the business keeps free between two bookings; maintenance may lie in these days. */
  readonly turnaroundDays: number
  /** Ids of bookings about which a decision waits on this device. */
  readonly decidedHere: ReadonlySet<string>
}

/**
 * What stands in the way of a booking; undefined when nothing does. Of several that one is named which is most certain: what
 * was done on this device, then what shares a day, bookings before maintenance.
 */
export function conflictOf(booking: Hire, held: Held, circumstances: Circumstances): Conflict | undefined {
  const bookings = inTheWayOf(booking, held.approved, circumstances.turnaroundDays)
  const blocks = held.blocks
    .filter((block) => block.carId === booking.carId && overlap(block, hireDays(booking)))
    .toSorted(byFirstDay)
  const isHere = ({ id }: AdminBooking) => circumstances.decidedHere.has(id)
  const isShared = (other: AdminBooking) => overlap(hireDays(booking), hireDays(other))
  const named =
    bookings.find(isHere) ?? blocks.find(isWaiting) ?? bookings.find(isShared) ?? blocks.at(0) ?? bookings.at(0)
  if (named === undefined) return undefined
  const count = bookings.length + blocks.length
  const others = count === 1 ? '' : `, and ${count - 1} more`
  if ('kind' in named) return conflictWithBlock(named, others)
  return conflictWithBooking(named, { isShared: isShared(named), isHere: isHere(named), others, ...circumstances })
}

function conflictWithBooking(
  named: AdminBooking,
  {
    isShared,
    isHere,
    others,
    turnaroundDays,
  }: { readonly isShared: boolean; readonly isHere: boolean; readonly others: string; readonly turnaroundDays: number },
): Conflict {
  const when = periodInWords(named.pickupDate, named.dropoffDate).dates
  const kept = `${turnaroundDays} day${turnaroundDays === 1 ? ' is' : 's are'} kept free in between`
  return {
    with: named,
    lead: isShared ? 'Overlaps' : 'Too close to',
    rest: `, approved ${isHere ? 'on this device ' : ''}for ${when}${isShared ? '' : `: ${kept}`}${others}`,
    isHere,
  }
}

function conflictWithBlock(named: Maintenance, others: string): Conflict {
  const isHere = isWaiting(named)
  return {
    with: undefined,
    lead: `Overlaps maintenance${isHere ? ' planned on this device' : ''}`,
    rest: `: ${kindName[named.kind]}, ${daysInWords(named)}${others}`,
    isHere,
  }
}

/** "Overlaps #BR-1765180800000, approved for Tue 8 → Thu 10 Dec", "Overlaps maintenance: Service, Tue 8 → Thu 10 Dec" */
export const inWords = ({ lead, with: other, rest }: Conflict): string =>
  `${lead}${other === undefined ? '' : ` #${other.reference}`}${rest}`
