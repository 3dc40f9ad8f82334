import { CalendarFeed, CalendarFeedRevoked, CalendarFeeds } from '@forecourt/contracts/calendar-feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, send } from '../../lib/api.ts'

const PATH = '/api/admin/calendar-feeds'

/** The calendars that others may follow. Their addresses are secret: no copy of them is kept on the device. */
export const calendarFeeds = () =>
  queryOptions({
    queryKey: ['admin', 'business', 'calendar-feeds'],
    queryFn: ({ signal }) => get(CalendarFeeds, PATH, signal),
  })

/** `key` makes each of these safe to send again. */
export const openCalendarFeed = (carId: string | null, key: string) => send(CalendarFeed, 'POST', PATH, { carId }, key)

export const revokeCalendarFeed = (id: string, key: string) =>
  send(CalendarFeedRevoked, 'DELETE', `${PATH}/${encodeURIComponent(id)}`, {}, key)
