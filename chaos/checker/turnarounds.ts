import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { BusinessRentalRulesChanged } from '@forecourt/domain/business/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { during, SEEN_LATE, type Told, type Turn } from './told.ts'

/** How many days a business keeps free between bookings from a place in the log on. */
interface Turnaround extends Turn {
  readonly days: number
}

/**
 * The fewest days that may have been known to be kept free when the event at this position was decided. It was decided on its
 * vehicle's stream alone: the process may not have heard of what was saved a moment ago.
 */
export function fewestKeptFree(log: readonly Recorded[]): (businessId: string, position: bigint, at: number) => number {
  const turnarounds = turnaroundsIn(log)
  return (businessId, position, at) => {
    const before = turnarounds(businessId).filter((turn) => turn.position === undefined || turn.position < position)
    const settled = before.findLastIndex((turn) => turn.at < at - SEEN_LATE)
    return Math.min(...before.slice(settled).map(({ days }) => days))
  }
}

/** The most days that may have been known to be kept free at some time of a request. Nobody is turned away on hearsay. */
export function mostKeptFree(log: readonly Recorded[], told: Told): (request: Request) => number {
  const turnarounds = turnaroundsIn(log)
  return (request) => Math.max(...during(turnarounds(request.businessId), request, told).map(({ days }) => days))
}

/** What every business has ever set, in the order of the log. */
function turnaroundsIn(log: readonly Recorded[]): (businessId: string) => readonly Turnaround[] {
  const unset: Turnaround = { at: 0, position: undefined, days: DEFAULT_RENTAL_RULES.turnaroundDays }
  const changes = Map.groupBy(
    log
      .filter(({ type }) => type === BusinessRentalRulesChanged.type)
      .map(({ data, position, recordedAt }) => {
        const { businessId, turnaroundDays } = BusinessRentalRulesChanged.data.parse(JSON.parse(data))
        return { businessId, days: turnaroundDays, position, at: recordedAt.getTime() }
      }),
    ({ businessId }): string => businessId,
  )
  return (businessId) => [unset, ...(changes.get(businessId) ?? [])]
}
