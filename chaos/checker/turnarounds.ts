import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { BusinessRentalRulesChanged } from '@forecourt/domain/business/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'

/** A process may not have heard of a setting that another one saved so long ago, in milliseconds. */
const HEARSAY = 10_000

/** The days that a business keeps free between bookings, as far as whoever decides may have heard of them. */
interface Turnarounds {
  /** The fewest that may have been known when the event at this position was decided. */
  readonly fewest: (businessId: string, position: bigint, at: number) => number
  /** The most that may have been known at some time between these two. */
  readonly most: (businessId: string, from: number, to: number) => number
}

/** What everybody knows at the time. */
const settled = (changes: readonly { readonly days: number; readonly at: number }[], at: number): number =>
  changes.findLast((change) => change.at < at - HEARSAY)?.days ?? DEFAULT_RENTAL_RULES.turnaroundDays

/** Reads what every business has ever set. */
export function turnarounds(log: readonly Recorded[]): Turnarounds {
  const changes = Map.groupBy(
    log
      .filter(({ type }) => type === BusinessRentalRulesChanged.type)
      .map(({ data, position, recordedAt }) => {
        const { businessId, turnaroundDays } = BusinessRentalRulesChanged.data.parse(JSON.parse(data))
        return { businessId, days: turnaroundDays, position, at: recordedAt.getTime() }
      }),
    ({ businessId }): string => businessId,
  )
  return {
    fewest(businessId, position, at) {
      const before = (changes.get(businessId) ?? []).filter((change) => change.position < position)
      const recent = before.filter((change) => change.at >= at - HEARSAY)
      return Math.min(settled(before, at), ...recent.map(({ days }) => days))
    },
    most(businessId, from, to) {
      const all = changes.get(businessId) ?? []
      const recent = all.filter((change) => change.at >= from - HEARSAY && change.at <= to + HEARSAY)
      return Math.max(settled(all, from), ...recent.map(({ days }) => days))
    },
  }
}
