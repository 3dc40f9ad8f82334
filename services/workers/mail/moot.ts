import type { WithdrawalReason } from '@forecourt/domain/notification/events.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import type { BookingTemplate } from './mails-for.ts'

/** What a mail says of the booking: only while that is so may it be sent. */
const TELLS: Readonly<Record<BookingTemplate, readonly BookingStatus[]>> = {
  'request-received': ['pending'],
  'new-request': ['pending'],
  'booking-approved': ['approved'],
  'booking-rejected': ['rejected'],
  'booking-cancelled': ['rejected'],
  'booking-completed': ['completed'],
  // A contract holds also when the hire is over.
  'contract-to-sign': ['approved', 'completed'],
  'contract-signed': ['approved', 'completed'],
  'contract-signed-copy': ['approved', 'completed'],
  'request-withdrawn': ['rejected'],
  'request-withdrawn-notice': ['rejected'],
  'cancellation-asked': ['approved'],
  'cancellation-declined': ['approved'],
  // It leads to the booking, whatever became of that.
  'booking-link': ['pending', 'approved', 'rejected', 'completed'],
  'request-waits': ['pending'],
  'request-still-waits': ['pending'],
  'pickup-tomorrow': ['approved'],
  // What is wrong with a licence is so whatever became of the booking.
  'licence-refused': ['pending', 'approved', 'rejected', 'completed'],
  'licence-expired': ['pending', 'approved', 'rejected', 'completed'],
}

const RECEIPTS: ReadonlySet<BookingTemplate> = new Set(['request-received', 'new-request'])

/** A receipt that was held up for longer than this, in milliseconds, and that the decision has overtaken, only confuses. */
const LATE = 60 * 60 * 1000

/** What has become of booking, customer and business by the time when a mail can be sent. */
export interface Present {
  /** Or is just being erased. */
  readonly customerErased: boolean
  readonly businessActive: boolean
  readonly status: BookingStatus
  /** What the mail tells is not so any more, whatever the booking's status: a licence that was looked at again, a contract that was signed. */
  readonly isOver: boolean
  /** Milliseconds since the fact that calls for the mail. */
  readonly age: number
  /** A reminder whose time is over. */
  readonly isTooLate: boolean
  /** The customer was told the very same before: a booking that was completed, reinstated and completed again. */
  readonly toldAlready: boolean
}

/**
 * Why a mail that is due must not be sent any more; undefined when it still holds.
 *
 * - The customer was erased: there is nobody to write to, and the business's mail would say who they were.
 * - The business was deactivated: nothing goes out in its name. Reactivation does not bring these mails back.
 * - The booking has moved on: a mail never says what is not so any more; the later fact has a mail of its own. Receipt and
 *   decision are both told when they follow each other closely, so a receipt is overtaken only when it is late.
 * - A stop has held a reminder up for so long that it would only confuse.
 */
export function whyMoot(template: BookingTemplate, present: Present): WithdrawalReason | undefined {
  if (present.customerErased) return 'customer-erased'
  if (!present.businessActive) return 'business-inactive'
  if (present.isOver) return 'overtaken'
  const holds = TELLS[template].includes(present.status)
  if (!holds && (!RECEIPTS.has(template) || present.age > LATE)) return 'overtaken'
  if (present.isTooLate) return 'too-late'
  return present.toldAlready ? 'told-already' : undefined
}
