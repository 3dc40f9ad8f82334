import { CALENDAR_TOKEN, FEED, VEHICLE } from './examples.ts'
import type { Field } from './field.ts'

const id: Field = { about: 'Id of the calendar.', example: FEED }
const carId: Field = { about: 'The vehicle whose days it shows; null for the whole fleet.', example: VEHICLE }
const url: Field = {
  about: 'Its address. Whoever has it reads the calendar.',
  example: `http://localhost:3000/api/calendar/${CALENDAR_TOKEN}.ics`,
}

/** Fields of calendars' bodies: see `FIELDS`. */
export const CALENDAR_FIELDS: Readonly<Record<string, Field>> = {
  'CalendarFeed.id': id,
  'CalendarFeed.carId': carId,
  'CalendarFeed.url': url,
  'CalendarFeeds.id': id,
  'CalendarFeeds.carId': carId,
  'CalendarFeeds.url': url,
  'CalendarFeedRequest.carId': carId,
  'CalendarFeedRevoked.id': id,
  revoked: { about: 'Its address leads nowhere any more.', example: true },
}
