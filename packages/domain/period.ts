import { type CivilDate, daysBetween } from './civil-date.ts'

/**
 * The days that a booking holds, half-open: from the pickup up to but excluding the dropoff (specification section 5:
 * the dropoff day is free). A period whose dropoff is not after its pickup holds no day.
 */
export interface Period {
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}

/** Number of days held, at least 1 for a valid period; 0 or less when it is turned round. */
export function daysOf(period: Period): number {
  return daysBetween(period.pickupDate, period.dropoffDate)
}

/** Whether the two periods share a day. One may begin on the day when the other ends. */
export function overlaps(a: Period, b: Period): boolean {
  return a.pickupDate < b.dropoffDate && b.pickupDate < a.dropoffDate
}

/** Whether the period holds this day. */
export function holdsDay(period: Period, day: CivilDate): boolean {
  return period.pickupDate <= day && day < period.dropoffDate
}

/** How many of the period's days lie in `[from, until)`, e.g. in a month; 0 when none do. */
export function daysWithin(period: Period, from: CivilDate, until: CivilDate): number {
  const first = period.pickupDate < from ? from : period.pickupDate
  const end = period.dropoffDate < until ? period.dropoffDate : until
  return Math.max(0, daysBetween(first, end))
}
