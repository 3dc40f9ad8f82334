import type { KeyObject } from 'node:crypto'
import type { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import { BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { calendarPath, mintCalendarToken } from '@forecourt/kit/calendar-link.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const FeedRow = z.object({ business_id: BusinessId, id: FeedId, car_id: z.string().nullable() })
type FeedRow = z.infer<typeof FeedRow>

/** The calendars of the member's business whose links work (`GET /api/admin/calendar-feeds`): of the whole fleet, then by vehicle. */
export function readCalendarFeeds(lookupKey: KeyObject, publicUrl: string): Read<FeedRow, object> {
  const shown = ({ business_id: businessId, id, car_id: carId }: FeedRow): CalendarFeed => ({
    id,
    carId,
    url: publicUrl + calendarPath(mintCalendarToken(lookupKey, { businessId, feedId: id })),
  })
  return {
    name: 'calendar feeds',
    query: `
      select business.business_id, feed ->> 'id' as id, feed ->> 'carId' as car_id
      from businesses business
      cross join json_array_elements(business.calendar_feeds::json) feed
      left join vehicles vehicle on vehicle.vehicle_id = (feed ->> 'carId')::uuid and vehicle.business_id = $1
      where business.business_id = $1
      order by feed ->> 'carId' is not null, vehicle.name, feed ->> 'id'`,
    row: FeedRow,
    dependsOnToday: false,
    present: (rows) => ({ body: rows.map(shown) }),
  }
}
