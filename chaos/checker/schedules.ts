import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { BusinessRentalRulesChanged } from '@forecourt/domain/business/events.ts'
import { faultsOf } from '@forecourt/domain/testing/history.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Evidence } from './evidence.ts'
import { scheduleFacts } from './facts.ts'

/**
 * At every prefix of the log no two approved bookings or maintenance blocks of a vehicle share a day, the turn-round between
 * bookings is kept, and each status follows from the one before.
 */
export function faultsOfSchedules({ log }: Evidence): string[] {
  const keptFree = turnarounds(log)
  return [...Map.groupBy(scheduleFacts(log), ({ stream }) => stream).values()].flatMap((facts) => [
    ...faultsOf(
      facts,
      facts.map(({ data, position, recordedAt }) => keptFree(data.businessId, position, recordedAt.getTime())),
    ),
  ])
}

/** A process may not have heard of a setting that another one saved so long ago, in milliseconds. */
const HEARSAY = 10_000

/** The days that a business kept free between bookings when something was decided: the fewest that may have been known. */
function turnarounds(log: readonly Recorded[]) {
  const changes = Map.groupBy(
    log
      .filter(({ type }) => type === BusinessRentalRulesChanged.type)
      .map(({ data, position, recordedAt }) => {
        const { businessId, turnaroundDays } = BusinessRentalRulesChanged.data.parse(JSON.parse(data))
        return { businessId, days: turnaroundDays, position, at: recordedAt.getTime() }
      }),
    ({ businessId }): string => businessId,
  )
  return (businessId: string, position: bigint, at: number): number => {
    const before = (changes.get(businessId) ?? []).filter((change) => change.position < position)
    const settled = before.findLast((change) => change.at < at - HEARSAY)?.days ?? DEFAULT_RENTAL_RULES.turnaroundDays
    return Math.min(settled, ...before.filter((change) => change.at >= at - HEARSAY).map(({ days }) => days))
  }
}
