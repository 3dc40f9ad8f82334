import * as z from 'zod/mini'
import { Day } from './date.ts'

/**
 * Ranges in which a vehicle cannot be booked: each blocks the days from pickup through the day before dropoff. They are those
 * of approved bookings with the days that the business keeps free around each, and of maintenance. Which is which is not said.
 */
export const BookedDates = z.array(z.strictObject({ pickupDate: Day, dropoffDate: Day }))
export type BookedDates = z.infer<typeof BookedDates>
