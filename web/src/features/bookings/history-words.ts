import type { BookingHistory } from '@forecourt/contracts/booking-history.ts'

/** Who did it, as it stands after the time. */
export function doer({ kind, name }: BookingHistory[number]['by']): string {
  switch (kind) {
    case 'customer':
      return 'by the renter'
    case 'member':
      return name === null ? 'by a colleague' : `by ${name}`
    case 'operator':
      return 'by Forecourt'
    case 'system':
      return 'automatically'
    case 'import':
      return 'brought in from elsewhere'
    default:
      return kind satisfies never
  }
}
