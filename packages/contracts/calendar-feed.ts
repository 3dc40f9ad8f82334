import * as z from 'zod/mini'

/** A calendar that whoever has its address may follow. */
export const CalendarFeed = z.strictObject({
  id: z.string(),
  /** The vehicle whose days it shows; null for the whole fleet. */
  carId: z.nullable(z.string()),
  /** Whole address, of which whoever has it can read the calendar. */
  url: z.string(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

/** Answer of `GET /api/admin/calendar-feeds`: those whose links work. */
export const CalendarFeeds = z.array(CalendarFeed)

/** Body of `POST /api/admin/calendar-feeds`. */
export const CalendarFeedRequest = z.strictObject({
  /** Null for the whole fleet. */
  carId: z.nullable(
    z
      .string('Please select a vehicle')
      .check(z.minLength(1, 'Please select a vehicle'), z.maxLength(64, 'Please select a vehicle')),
  ),
})
export type CalendarFeedRequest = z.infer<typeof CalendarFeedRequest>

/** Answer of `DELETE /api/admin/calendar-feeds/{id}`. */
export const CalendarFeedRevoked = z.strictObject({ id: z.string(), revoked: z.literal(true) })
export type CalendarFeedRevoked = z.infer<typeof CalendarFeedRevoked>
