import type { Log } from '@forecourt/kit/logging.ts'
import { LRUCache } from 'lru-cache'

const MINUTE = 60_000

/** Tells of many requests at once, which metrics count: one line a minute for each reason and each business. */
export interface ToldTogether {
  /** @param businessId the business that is asked too often; without, it is an address that asks too often */
  turnedAway(businessId?: string): void
  /** Somebody says that they act as a member, and has no session of ours. */
  notSignedIn(): void
}

export function toldTogether(say: Log): ToldTogether {
  const told = new LRUCache<string, number>({ max: 1_000 })
  const isDue = (reason: string): boolean => {
    const now = performance.now()
    const before = told.get(reason)
    if (before !== undefined && now - before < MINUTE) return false
    told.set(reason, now)
    return true
  }
  return {
    turnedAway(businessId) {
      if (!isDue(`turned away ${businessId}`)) return
      say.warn(
        businessId === undefined ? {} : { businessId },
        'visitors are turned away: too many requests for bookings',
      )
    },
    notSignedIn() {
      if (isDue('not signed in')) say.warn({}, 'bookings are refused: no session of the member they are said to be by')
    },
  }
}
