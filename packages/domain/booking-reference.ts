import { z } from 'zod'
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

/** The reference that the server makes when the client sent none (decisions: bookings). */
export function bookingReferenceAt(at: Instant): BookingReference {
  return BookingReference.parse(`BR-${epochMilliseconds(at)}`)
}
