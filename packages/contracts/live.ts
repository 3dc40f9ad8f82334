import * as z from 'zod/mini'

/**
 * What staff look at, by the calls that it comes from: `bookings` (`GET /api/admin/bookings`), `cars`, `customers`, `figures`
 * (stats and car performance), `business` (its settings and calendars), `user` (`GET /api/auth/user`), `staff`, and
 * `maintenance` (of one vehicle or of all).
 */
export const LiveList = z.enum(['bookings', 'cars', 'customers', 'figures', 'business', 'user', 'staff', 'maintenance'])
export type LiveList = z.infer<typeof LiveList>

/**
 * Data of the event `changed` of `GET /api/admin/live`: these are answered otherwise than before. It never says what has
 * changed in them.
 */
export const LiveChange = z.strictObject({ lists: z.array(LiveList).check(z.minLength(1)) })
export type LiveChange = z.infer<typeof LiveChange>
