import { DEFAULT_RENTAL_RULES } from '@forecourt/domain/business/business.ts'
import { BusinessRentalRulesChanged } from '@forecourt/domain/business/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import type { Evidence } from './evidence.ts'
import { type Decided, decidedFrom, during, heardOf, type Told, toldIn, turnsOf } from './told.ts'

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

/** The days that every business has ever set to be kept free around a booking, in the order of the log. */
export const turnaroundsIn = (log: readonly Recorded[]) =>
  turnsOf(log, BusinessRentalRulesChanged, ({ businessId, turnaroundDays }) => [businessId, { days: turnaroundDays }], {
    days: DEFAULT_RENTAL_RULES.turnaroundDays,
  })
