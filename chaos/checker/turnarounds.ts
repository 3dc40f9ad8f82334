import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { BusinessRentalRulesChanged } from '@forecourt/domain/business/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import type { Evidence } from './evidence.ts'
import { type Decided, decidedFrom, during, heardOf, type Told, type Turn, toldIn } from './told.ts'

/** How many days a business keeps free between bookings from a place in the log on. */
interface Turnaround extends Turn {
  readonly days: number
}

/**
 * The fewest days that may have been known to be kept free when an event of a vehicle's schedule was decided: that stream alone
 * says what it was decided on, and the process may not have heard of what was saved a moment ago.
 */
export function fewestKeptFree({
  history,
  log,
}: Pick<Evidence, 'history' | 'log'>): (businessId: string, event: Decided) => number {
  const turnarounds = turnaroundsIn(log)
  const told = toldIn({ history, log })
  const earliest = decidedFrom(history)
  return (businessId, event) => {
    const before = turnarounds(businessId).filter(({ position }) => position === undefined || position < event.position)
    return Math.min(...heardOf(before, earliest(event), told).map(({ days }) => days))
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
