import { z } from 'zod'
import type { BookingId } from './ids.ts'
import { epochMilliseconds, type Instant } from './instant.ts'

/**
 * What a renter quotes: `BR-` and a timestamp (specification section 2, customer portal). The browser makes it when the
 * form is first submitted, so only its shape can be trusted: it goes into mails and searches, hence these characters.
 * The contract says the same.
 */
export const BookingReference = z
  .string()
  .regex(/^BR-[0-9A-Z]{6,20}$/)
  .brand<'BookingReference'>()
export type BookingReference = z.infer<typeof BookingReference>

/**
 * The reference that the server makes when the client sent none (decisions: bookings): a timestamp, and the end of the
 * booking's id, because several may be made in one millisecond.
 */
export function bookingReferenceFor(bookingId: BookingId, at: Instant): BookingReference {
  return BookingReference.parse(`BR-${epochMilliseconds(at)}${bookingId.slice(-4)}`)
}
