import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { byFirstDay, type Days, hireDays, overlap } from '../../lib/periods.ts'
import { daysKept, isWaiting } from './kept.ts'

/** Rules of maintenance as the desk knows it. Days are half-open: a vehicle can be had again on `to`. */

/** Today's block of a vehicle, and the next one that begins after today. */
export function nowAndNext(blocks: readonly Maintenance[], carId: string, today: string) {
  const own = blocks.filter((block) => block.carId === carId).toSorted(byFirstDay)
  return {
    now: own.find(({ from, to }) => from <= today && today < to),
    next: own.find(({ from }) => from > today),
  }
}

/** Whatever the device knows of a vehicle's blocks that are not over, the earliest first. */
export function standing(
  kept: readonly Maintenance[],
  ofVehicle: readonly Maintenance[],
  carId: string,
  today: string,
): Maintenance[] {
  const { to } = daysKept(today)
  // What is within the year is told by the list of the whole fleet: what was done here is in it at once.
  const beyond = ofVehicle.filter(({ from }) => from >= to)
  return [...kept.filter((block) => block.carId === carId), ...beyond]
    .filter((block) => block.to > today)
    .toSorted(byFirstDay)
}

/**
 * A block as it stands now, also when the server has given it its name meanwhile; undefined when it is gone.
 * @param named the block as it was opened
 * @param blocks those of its vehicle
 */
export const asItStands = (named: Maintenance, blocks: readonly Maintenance[]): Maintenance | undefined =>
  blocks.find(({ id }) => id === named.id) ??
  (isWaiting(named) ? blocks.find(({ from, to }) => from === named.from && to === named.to) : undefined)

/**
 * The status that a vehicle shows, with what was done here and not sent yet: an available vehicle that is worked on today is
 * in maintenance (specification section 3, derived).
 */
export function statusToday(
  { status, storedStatus }: Pick<AdminVehicle, 'status' | 'storedStatus'>,
  isWorkedOn: boolean,
): AdminVehicle['status'] {
  if (storedStatus !== 'available') return status
  if (isWorkedOn) return 'maintenance'
  return status === 'maintenance' ? 'available' : status
}

interface Wanted extends Days {
  readonly carId: string
  /** The block's own id, when it is there already: it does not stand in its own way. */
  readonly id?: string | undefined
}

/** What holds a day of a block that is wanted: the server would refuse it. */
export function inTheWay(
  wanted: Wanted,
  { bookings, blocks }: { readonly bookings: readonly AdminBooking[]; readonly blocks: readonly Maintenance[] },
) {
  return {
    bookings: bookings.filter(
      (booking) =>
        booking.carId === wanted.carId && booking.status === 'approved' && overlap(hireDays(booking), wanted),
    ),
    blocks: blocks.filter((block) => block.carId === wanted.carId && block.id !== wanted.id && overlap(block, wanted)),
  }
}

/** A request that cannot be approved as long as a block stands. */
export interface Hindered {
  readonly id: string
  readonly reference: string
  readonly pickupDate: string
  readonly dropoffDate: string
  /** Undefined when the device does not know the booking. */
  readonly booking: AdminBooking | undefined
}

/** The requests that a block makes impossible: those that the device knows, and those that the server tells of. */
export function hindered(block: Maintenance, bookings: readonly AdminBooking[]): readonly Hindered[] {
  const known = bookings.filter(
    (booking) => booking.carId === block.carId && booking.status === 'pending' && overlap(hireDays(booking), block),
  )
  const told = block.requests.filter(({ id }) => !bookings.some((booking) => booking.id === id))
  return [
    ...known.map((booking) => ({ ...pick(booking), booking })),
    ...told.map((request) => ({ ...request, booking: undefined })),
  ].toSorted((one, other) => (one.pickupDate < other.pickupDate ? -1 : 1))
}

const pick = ({ id, reference, pickupDate, dropoffDate }: AdminBooking) => ({ id, reference, pickupDate, dropoffDate })
