import type { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { z } from 'zod'

/** When a vehicle cannot be had, as the rows say it. */
export const PeriodRow = z.object({ pickup_date: z.string(), dropoff_date: z.string() })
export type PeriodRow = z.infer<typeof PeriodRow>

/** The same as everybody is told. */
export const period = ({ pickup_date, dropoff_date }: PeriodRow): BookedDates[number] => ({
  pickupDate: pickup_date,
  dropoffDate: dropoff_date,
})
