/** Days from one up to another, half-open: on `to` it is over, and what begins that day is not in its way. ISO dates. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Whether two have a day in common. */
export const overlap = (one: Days, other: Days): boolean => one.from < other.to && other.from < one.to

/** For sorting: the earliest first. */
export const byFirstDay = (one: Days, other: Days): number =>
  one.from < other.from ? -1 : one.from > other.from ? 1 : 0

/** The days of a hire. */
export const hireDays = ({
  pickupDate,
  dropoffDate,
}: {
  readonly pickupDate: string
  readonly dropoffDate: string
}): Days => ({ from: pickupDate, to: dropoffDate })
