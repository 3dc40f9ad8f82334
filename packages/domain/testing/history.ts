import { match } from 'ts-pattern'
import { addDays, type CivilDate } from '../civil-date.ts'
import type { BookingId, MaintenanceId } from '../ids.ts'
import type { Period } from '../period.ts'
import type { ScheduleFact } from '../schedule/events.ts'
import type { BookingStatus } from '../schedule/state.ts'

/** Whoever holds a day: an approved booking, or maintenance. */
type Holder = BookingId | MaintenanceId

/**
 * Checks the history of one vehicle without any of the rules' own code: day by day, in the plainest way. It says which
 * day was given to two bookings or blocks, at whichever prefix of the history, which booking was given days within another
 * one's turn-round, and which status change is not in the specification's graph (section 4). No fault: an empty list.
 * @param turnaround the days that were kept free between bookings when each fact was decided; none when it is left out
 */
export function faultsOf(facts: readonly ScheduleFact[], turnaround: readonly number[] = []): readonly string[] {
  return readHistory(facts, turnaround).faults
}

/** The bookings and blocks that hold a day of the period after this history, in the order of the days. */
export function holdersWithin(facts: readonly ScheduleFact[], period: Period): Holder[] {
  const { holders } = readHistory(facts, [])
  const found = daysFrom(period.pickupDate, period.dropoffDate).flatMap((day) => holders.get(day) ?? [])
  return [...new Set(found)]
}

function readHistory(facts: readonly ScheduleFact[], turnaround: readonly number[]) {
  const faults: string[] = []
  const statuses = new Map<BookingId, BookingStatus>()
  const holders = new Map<CivilDate, Holder>()
  const blocks = new Map<MaintenanceId, 'standing' | 'cancelled'>()

  const letGo = (of: Holder) => {
    for (const [day, holder] of holders) if (holder === of) holders.delete(day)
  }
  const move = (booking: BookingId, from: BookingStatus | undefined, to: BookingStatus) => {
    const present = statuses.get(booking)
    if (present !== from) faults.push(`${booking} went from ${present ?? 'nothing'} to ${to}`)
    statuses.set(booking, to)
    letGo(booking)
  }
  const hold = (wanted: Holder, first: CivilDate, until: CivilDate) => {
    for (const day of daysFrom(first, until)) {
      const holder = holders.get(day)
      if (holder !== undefined) faults.push(`${day} was given to ${holder} and to ${wanted}`)
      holders.set(day, wanted)
    }
  }
  const keepFree = (booking: BookingId, pickup: CivilDate, dropoff: CivilDate, days: number) => {
    for (const day of [...daysFrom(addDays(pickup, -days), pickup), ...daysFrom(dropoff, addDays(dropoff, days))]) {
      const holder = holders.get(day)
      if (holder !== undefined && isBooking(holder)) faults.push(`${booking} has ${holder} in its turn-round on ${day}`)
    }
  }
  const isBooking = (holder: Holder): holder is BookingId => [...statuses.keys()].some((known) => known === holder)
  const block = (maintenance: MaintenanceId, wanted: 'new' | 'standing', then: 'standing' | 'cancelled') => {
    const present = blocks.get(maintenance) ?? 'new'
    if (present !== wanted) faults.push(`${maintenance} is ${present}, and was taken for ${wanted}`)
    blocks.set(maintenance, then)
    letGo(maintenance)
  }

  for (const [index, fact] of facts.entries()) {
    match(fact)
      .with({ type: 'BookingRequested' }, ({ data }) => move(data.bookingId, undefined, 'pending'))
      .with({ type: 'BookingApproved' }, ({ data }) => {
        move(data.bookingId, 'pending', 'approved')
        keepFree(data.bookingId, data.pickupDate, data.dropoffDate, turnaround[index] ?? 0)
        hold(data.bookingId, data.pickupDate, data.dropoffDate)
      })
      .with({ type: 'BookingReinstated' }, ({ data }) => {
        move(data.bookingId, 'completed', 'approved')
        keepFree(data.bookingId, data.pickupDate, data.dropoffDate, turnaround[index] ?? 0)
        hold(data.bookingId, data.pickupDate, data.dropoffDate)
      })
      .with({ type: 'BookingRejected' }, ({ data }) => move(data.bookingId, 'pending', 'rejected'))
      .with({ type: 'BookingCancelled' }, ({ data }) => move(data.bookingId, 'approved', 'rejected'))
      .with({ type: 'BookingWithdrawn' }, ({ data }) => move(data.bookingId, 'pending', 'rejected'))
      .with({ type: 'BookingCompleted' }, ({ data }) => move(data.bookingId, 'approved', 'completed'))
      .with({ type: 'MaintenanceScheduled' }, ({ data }) => {
        block(data.maintenanceId, 'new', 'standing')
        hold(data.maintenanceId, data.from, data.to)
      })
      .with({ type: 'MaintenanceMoved' }, ({ data }) => {
        block(data.maintenanceId, 'standing', 'standing')
        hold(data.maintenanceId, data.from, data.to)
      })
      .with({ type: 'MaintenanceCancelled' }, ({ data }) => block(data.maintenanceId, 'standing', 'cancelled'))
      .otherwise(() => undefined)
  }
  return { faults, holders }
}

function daysFrom(first: CivilDate, until: CivilDate): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = first; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
