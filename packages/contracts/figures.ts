import * as z from 'zod/mini'
import { Pounds, PoundsSum } from './money.ts'

/** Query of `GET /api/admin/stats`: which month. Bookings reach 10 years ahead; nothing is older than this century. */
export const StatsQuery = z.strictObject({
  year: z
    .string('A year from 2000 to 2100 is expected')
    .check(z.regex(/^(20\d\d|2100)$/, 'A year from 2000 to 2100 is expected')),
  /** As the specification has it: 0 is January. */
  month: z
    .string('A month from 0 (January) to 11 is expected')
    .check(z.regex(/^(\d|10|11)$/, 'A month from 0 (January) to 11 is expected')),
})
export type StatsQuery = z.infer<typeof StatsQuery>

/** Answer of `GET /api/admin/stats`: the figures of a month (decisions: figures). */
export const Stats = z.strictObject({
  /** Of approved and completed bookings that are picked up in the month. */
  revenue: PoundsSum,
  /** Approved bookings that hold at least one of its days. */
  activeBookings: z.int().check(z.minimum(0)),
  /** Whole percent of the fleet's days in the month that are booked. */
  utilization: z.int().check(z.minimum(0), z.maximum(100)),
  /** Those of the business today, whatever the month; erased ones do not count. */
  customers: z.int().check(z.minimum(0)),
})
export type Stats = z.infer<typeof Stats>

/** What a vehicle of the fleet has brought in, over approved and completed bookings of all time. */
export const VehiclePerformance = z.strictObject({
  carId: z.string(),
  carName: z.string(),
  carImage: z.nullable(z.string()),
  totalRevenue: PoundsSum,
  totalBookings: z.int().check(z.minimum(0)),
  totalDaysBooked: z.int().check(z.minimum(0)),
  /** To the penny; "0.00" when no day was booked. */
  revenuePerDay: Pounds,
})
export type VehiclePerformance = z.infer<typeof VehiclePerformance>

/** Answer of `GET /api/admin/car-performance`: no vehicle is in both lists. */
export const CarPerformance = z.strictObject({
  /** The most revenue first. */
  topPerformers: z.array(VehiclePerformance).check(z.maxLength(3)),
  /** The least revenue first ("Needs Attention"). */
  bottomPerformers: z.array(VehiclePerformance).check(z.maxLength(3)),
})
export type CarPerformance = z.infer<typeof CarPerformance>
