import * as z from 'zod/mini'
import { Instant } from './date.ts'

/** Who did something to a booking; `name` is that of a colleague, or their e-mail address while they have none; null for all others and for who is gone. */
const Doer = z.strictObject({
  kind: z.enum(['customer', 'member', 'operator', 'system', 'import']),
  name: z.nullable(z.string()),
})

/** What happened to a booking, oldest first: who did what when (`GET /api/admin/bookings/{id}/history`). */
export const BookingHistory = z.array(
  z.strictObject({
    id: z.uuid(),
    at: Instant,
    /** One sentence in the past tense, without a full stop. It names nobody. */
    sentence: z.string(),
    by: Doer,
  }),
)
export type BookingHistory = z.infer<typeof BookingHistory>
