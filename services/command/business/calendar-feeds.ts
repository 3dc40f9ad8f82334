import { randomUUID } from 'node:crypto'
import type { CalendarFeed, CalendarFeedRevoked } from '@forecourt/contracts/calendar-feed.ts'
import { type FeedRefusal, openFeedOf } from '@forecourt/domain/business/calendar-feeds.ts'
import { type BusinessRefusal, businessDecider } from '@forecourt/domain/business/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { calendarPath, mintCalendarToken } from '@forecourt/kit/calendar-link.ts'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'
import { ownVehicle } from '../maintenance/maintenance.ts'

type Done<Answer> = Promise<Executed<BusinessRefusal | FeedRefusal, Answer>>

/**
 * Staff make a calendar's link (`POST /api/admin/calendar-feeds`): of one of their vehicles, or of all (`carId` null). The
 * one that is there already is answered.
 * @param publicUrl where calendar programs find it
 * @throws {Unavailable} whether it was stored is unknown
 */
export async function openCalendarFeed(
  core: Core,
  call: Call,
  businessId: BusinessId,
  publicUrl: string,
  { carId }: { readonly carId: string | null },
): Done<CalendarFeed> {
  const vehicleId = carId === null ? null : await ownVehicle(core, businessId, carId)
  if (vehicleId === undefined) return refuse({ code: 'not-found' })
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.open-feed ${businessId}`,
    asked: { carId },
  })
  const command = { type: 'openFeed', feedId: FeedId.parse(randomUUID()), vehicleId } as const
  return await run(core, core.businesses, businessDecider, begun, command, {
    answer: (outcome) => {
      const feed = openFeedOf(stateAfter(businessDecider, outcome), vehicleId)
      if (feed === undefined) throw new Error('a calendar was made and is not there')
      const { feedId } = feed
      const url = publicUrl + calendarPath(mintCalendarToken(core.lookupKey, { businessId, feedId }))
      return { id: feedId, carId: vehicleId, url }
    },
  })
}

/** Staff shut out whoever has a calendar's link (`DELETE /api/admin/calendar-feeds/{id}`). Again, it is revoked. */
export async function revokeCalendarFeed(
  core: Core,
  call: Call,
  businessId: BusinessId,
  id: string,
): Done<CalendarFeedRevoked> {
  const feedId = FeedId.safeParse(id).data
  if (feedId === undefined) return refuse({ code: 'not-found' })
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `business.revoke-feed ${feedId} ${businessId}`,
    asked: {},
  })
  return await run(core, core.businesses, businessDecider, begun, { type: 'revokeFeed', feedId } as const, {
    answer: () => ({ id: feedId, revoked: true }),
  })
}
