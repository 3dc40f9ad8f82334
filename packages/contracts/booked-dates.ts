import * as z from 'zod/mini'
import { Day } from './date.ts'

/** A range of an approved booking: blocks the days from pickup through the day before dropoff. */
export const BookedDates = z.array(z.strictObject({ pickupDate: Day, dropoffDate: Day }))
export type BookedDates = z.infer<typeof BookedDates>
