import type { CivilDate } from '../civil-date.ts'
import type { ScheduleFact } from './events.ts'

/** Until when a booking needs its renter's driving licence. The days that a business keeps it for begin then. */
export interface LicenceNeed {
  /** The last day of the hire, or the day of the refusal; null while the booking waits for an answer. */
  readonly until: CivilDate | null
  /** The day holds only when it is later than the one that held before: a vehicle that comes back late was out for longer. */
  readonly unlessLater: boolean
}

/**
 * What a fact says of that; undefined when it says nothing. A vehicle that comes back early is still the renter's until the
 * day they have paid for, and an approved booking that nobody marks as completed ends with its last day.
 * @param on the day on which it happened, in the business's time zone
 */
export function licenceNeedAfter(fact: ScheduleFact, on: CivilDate): LicenceNeed | undefined {
  switch (fact.type) {
    case 'BookingRequested':
    case 'BookingLicenceReplaced':
      return { until: null, unlessLater: false }
    case 'BookingApproved':
    case 'BookingReinstated':
      return { until: fact.data.dropoffDate, unlessLater: false }
    case 'BookingCompleted':
      return { until: on, unlessLater: true }
    case 'BookingRejected':
    case 'BookingCancelled':
    case 'BookingWithdrawn':
      return { until: on, unlessLater: false }
    default:
      return undefined
  }
}

/** The need after both. */
export function combined(before: LicenceNeed | undefined, after: LicenceNeed): LicenceNeed {
  if (before === undefined || !after.unlessLater) return after
  const isLater = before.until !== null && after.until !== null && before.until > after.until
  return { until: isLater ? before.until : after.until, unlessLater: before.unlessLater }
}
