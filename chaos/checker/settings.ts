import {
  BusinessBrandingChanged,
  BusinessContactChanged,
  BusinessRentalRulesChanged,
  BusinessTermsChanged,
} from '@forecourt/domain/business/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import type { Request } from '../history.ts'
import { during, type Told } from './told.ts'

const OF_SETTINGS: ReadonlySet<string> = new Set(
  [BusinessBrandingChanged, BusinessContactChanged, BusinessTermsChanged, BusinessRentalRulesChanged].map(
    ({ type }) => type,
  ),
)

const OfBusiness = z.object({ businessId: z.string() })

/** Whether the settings were others, at some time of the request, than those that whoever saves had seen. */
export function outdatedIn(log: readonly Recorded[], told: Told): (request: Request) => boolean {
  const changes = Map.groupBy(
    log.filter(({ type }) => OF_SETTINGS.has(type)),
    ({ data }) => OfBusiness.parse(JSON.parse(data)).businessId,
  )
  // Each change makes another version.
  const versionsOf = (businessId: string) => [
    { at: 0, position: undefined, version: 0 },
    ...(changes.get(businessId) ?? []).map(({ recordedAt, position }, index) => ({
      at: recordedAt.getTime(),
      position,
      version: index + 1,
    })),
  ]
  return (request) => {
    const { version: seen } = request.asked
    if (seen === undefined) return false
    return during(versionsOf(request.businessId), request, told).some(({ version }) => version !== seen)
  }
}
