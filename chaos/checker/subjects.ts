import type { BookingTemplate, Template } from '@forecourt/workers/mail/mails-for.ts'
import type { Reminder } from '@forecourt/workers/reminders/reminders-for.ts'
import { referenceIn } from '../../tests/system/support/invariants.ts'

/** What each mail about a booking is called, told without the product. Nobody is reminded of anything in a run. */
const SUBJECTS: Readonly<Record<Exclude<BookingTemplate, Reminder>, RegExp>> = {
  'request-received': /^We have your booking request #\S+$/,
  'new-request': /^New booking request #\S+: /,
  'booking-approved': /^Your booking #\S+ is confirmed$/,
  'booking-rejected': /^Your booking request #\S+ could not be accepted$/,
  'booking-cancelled': /^Your booking #\S+ (?:has been cancelled|is cancelled, as you asked)$/,
  'booking-completed': /^Thank you for booking with .+: #\S+$/,
  'contract-signed': /^Your signed rental agreement for booking #\S+$/,
  'contract-signed-copy': /^Signed rental agreement for booking #\S+$/,
  'request-withdrawn': /^You have cancelled your booking request #\S+$/,
  'request-withdrawn-notice': /^Booking request #\S+ was cancelled by the customer$/,
  'cancellation-asked': /^The customer asks to cancel booking #\S+$/,
  'cancellation-declined': /^Your booking #\S+ stands$/,
  'booking-link': /^The page of your booking #\S+$/,
  'contract-to-sign': /^Please sign your rental agreement for booking #\S+$/,
  'licence-refused': /^Your driving licence for booking #\S+ could not be accepted$/,
  'licence-expired': /^The driving licence for booking #\S+ has expired$/,
}

/**
 * Whether a mail with this subject may be the one that is due.
 * @param reference of the booking that it is about
 */
export function isAbout(subject: string, template: Template, reference: string | undefined): boolean {
  const pattern = Object.entries(SUBJECTS).find(([name]) => name === template)?.[1]
  return pattern === undefined || (pattern.test(subject) && referenceIn(subject) === reference)
}
