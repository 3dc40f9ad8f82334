import { match } from 'ts-pattern'
import { addDays, type CivilDate } from '../civil-date.ts'
import type { BookingId } from '../ids.ts'
import type { Period } from '../period.ts'
import type { ScheduleFact } from '../schedule/events.ts'
import type { BookingStatus } from '../schedule/state.ts'

/**
 * Checks the history of one vehicle without any of the rules' own code: day by day, in the plainest way. It says which
 * day was given to two bookings, at whichever prefix of the history, and which status change is not in the
 * specification's graph (section 4). No fault: an empty list.
 */
export function faultsOf(facts: readonly ScheduleFact[]): readonly string[] {
  return readHistory(facts).faults
}

/** The bookings that hold a day of the period after this history, in the order of the days. */
export function holdersWithin(facts: readonly ScheduleFact[], period: Period): BookingId[] {
  const { holders } = readHistory(facts)
  const found = daysFrom(period.pickupDate, period.dropoffDate).flatMap((day) => holders.get(day) ?? [])
  return [...new Set(found)]
}

function readHistory(facts: readonly ScheduleFact[]) {
  const faults: string[] = []
  const statuses = new Map<BookingId, BookingStatus>()
  const holders = new Map<CivilDate, BookingId>()

  const move = (booking: BookingId, from: BookingStatus | undefined, to: BookingStatus) => {
    const present = statuses.get(booking)
    if (present !== from) faults.push(`${booking} went from ${present ?? 'nothing'} to ${to}`)
    statuses.set(booking, to)
    for (const [day, holder] of holders) if (holder === booking) holders.delete(day)
  }
  const hold = (booking: BookingId, pickup: CivilDate, dropoff: CivilDate) => {
    for (const day of daysFrom(pickup, dropoff)) {
      const holder = holders.get(day)
      if (holder !== undefined) faults.push(`${day} was given to ${holder} and to ${booking}`)
      holders.set(day, booking)
    }
  }

  for (const fact of facts) {
    match(fact)
      .with({ type: 'BookingRequested' }, ({ data }) => move(data.bookingId, undefined, 'pending'))
      .with({ type: 'BookingApproved' }, ({ data }) => {
        move(data.bookingId, 'pending', 'approved')
        hold(data.bookingId, data.pickupDate, data.dropoffDate)
      })
      .with({ type: 'BookingReinstated' }, ({ data }) => {
        move(data.bookingId, 'completed', 'approved')
        hold(data.bookingId, data.pickupDate, data.dropoffDate)
      })
      .with({ type: 'BookingRejected' }, ({ data }) => move(data.bookingId, 'pending', 'rejected'))
      .with({ type: 'BookingCancelled' }, ({ data }) => move(data.bookingId, 'approved', 'rejected'))
      .with({ type: 'BookingCompleted' }, ({ data }) => move(data.bookingId, 'approved', 'completed'))
      .otherwise(() => undefined)
  }
  return { faults, holders }
}

function daysFrom(first: CivilDate, until: CivilDate): CivilDate[] {
  const days: CivilDate[] = []
  for (let day = first; day < until; day = addDays(day, 1)) days.push(day)
  return days
}
