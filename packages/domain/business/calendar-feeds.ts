import { accept, type Decision, refuse } from '../decision.ts'
import type { FeedId, VehicleId } from '../ids.ts'
import type { BusinessState } from './business.ts'
import type { BusinessEvent } from './events.ts'

/** A calendar that whoever has its link may follow: of one vehicle, or of all (`vehicleId` null). */
export interface CalendarFeed {
  readonly feedId: FeedId
  readonly vehicleId: VehicleId | null
  /** Its link leads nowhere any more, and never will again. */
  readonly revoked: boolean
}

export interface OpenFeed {
  /** Of the feed that is made when there is none. */
  readonly feedId: FeedId
  /** A vehicle that the caller found among those of this business; null for all of them. */
  readonly vehicleId: VehicleId | null
}

export interface FeedRefusal {
  readonly code: 'not-found'
}

type Outcome = Decision<BusinessEvent, FeedRefusal>

/** The feed of this vehicle, or of all, whose link works. */
export function openFeedOf(business: BusinessState, vehicleId: VehicleId | null): CalendarFeed | undefined {
  return business?.feeds.find((feed) => !feed.revoked && feed.vehicleId === vehicleId)
}

/** Staff want a link: there is one for each vehicle and one for all. The one that is there stays. */
export function openFeed({ feedId, vehicleId }: OpenFeed, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  if (openFeedOf(business, vehicleId) !== undefined) return accept()
  return accept({ type: 'CalendarFeedOpened', data: { businessId: business.businessId, feedId, vehicleId } })
}

/** Whoever has the link is shut out. Revoked again, it is revoked. */
export function revokeFeed({ feedId }: { readonly feedId: FeedId }, business: BusinessState): Outcome {
  const feed = business?.feeds.find((one) => one.feedId === feedId)
  if (business === undefined || feed === undefined) return refuse({ code: 'not-found' })
  if (feed.revoked) return accept()
  return accept({ type: 'CalendarFeedRevoked', data: { businessId: business.businessId, feedId } })
}
