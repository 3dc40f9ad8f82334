import * as z from 'zod/mini'

/** Every error's body: RFC 9457 with the members of decisions.md "Answers and errors". */
export const ProblemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  /** The same as `detail`: what a person reads. */
  message: z.string(),
  /** A stable slug that programs may match. */
  code: z.string(),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
  /** Staff only: the approved bookings in the way. */
  conflicts: z.optional(
    z.array(z.strictObject({ id: z.string(), reference: z.string(), pickupDate: z.string(), dropoffDate: z.string() })),
  ),
  /** Staff only: the maintenance in the way. */
  maintenance: z.optional(
    z.array(z.strictObject({ id: z.string(), kind: z.string(), from: z.string(), to: z.string() })),
  ),
  /** `vehicle-has-bookings`, `customer-has-bookings`: those that must be over or cancelled first. */
  bookings: z.optional(
    z.array(z.strictObject({ id: z.string(), reference: z.string(), pickupDate: z.string(), dropoffDate: z.string() })),
  ),
  /** `price-changed`: the right figure in pounds. */
  totalAmount: z.optional(z.string()),
})
export type ProblemBody = z.infer<typeof ProblemBody>
