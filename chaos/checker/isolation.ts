import { isAcknowledged, isAnswered, named } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { livesIn } from './facts.ts'
import { ownersIn } from './owners.ts'

/**
 * No row of one tenant is in another's answers: neither its canary, nor a booking that the log knows as another's. Nobody is
 * let at what another tenant has. And a schedule is of one tenant from its first event on.
 */
export function faultsOfIsolation({ history, log }: Evidence): string[] {
  const owners = new Map(history.tenants.map(({ canary, businessId }) => [canary, businessId]))
  const lives = livesIn(log)
  const ownerOf = ownersIn(log)
  const faults: string[] = []
  for (const request of history.requests) {
    if (!isAnswered(request)) continue
    const { canaries, bookings, id } = request.answer
    const strangers = [
      ...canaries.filter((canary) => owners.get(canary) !== request.businessId),
      ...[...Object.keys(bookings), ...(id === null ? [] : [id])].filter((booking) => {
        const owner = lives.get(booking)?.businessId
        return owner !== undefined && owner !== request.businessId
      }),
    ]
    if (strangers.length > 0) faults.push(`${named(request)} of ${request.businessId} was shown ${strangers.join()}`)
    const touched = [request.asked.id, request.asked.maintenanceId, request.asked.carId].filter((subject) => {
      const owner = ownerOf.get(String(subject))
      return owner !== undefined && owner !== request.businessId
    })
    if (isAcknowledged(request) && touched.length > 0)
      faults.push(`${named(request)} of ${request.businessId} was let at ${touched.join()}`)
  }
  for (const [stream, events] of Map.groupBy(log, (event) => event.stream)) {
    if (!stream.startsWith('rent.schedule-')) continue
    const tenants = new Set(events.map(({ metadata }) => metadata.tenantId))
    if (tenants.size > 1) faults.push(`${stream} has events of ${[...tenants].join(' and ')}`)
  }
  return faults
}
