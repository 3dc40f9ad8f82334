import { isAcknowledged, isAnswered, named } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { idsIn, ownersIn } from './owners.ts'

/**
 * No row of one tenant is in another's answers: neither its canary, nor a booking that the log knows as another's, nor rows that
 * are another's by their tag. Nobody is let at what another tenant has. And a schedule is of one tenant from its first event on.
 */
export function faultsOfIsolation({ history, log }: Evidence): string[] {
  const owners = ownersIn(log)
  const ownersOfCanaries = new Map(history.tenants.map(({ canary, businessId }) => [canary, businessId]))
  const faults: string[] = []
  for (const request of history.requests) {
    if (!isAnswered(request)) continue
    const { canaries, bookings, id, rowsOf } = request.answer
    const isStrange = (subject: string) => (owners.get(subject) ?? request.businessId) !== request.businessId
    const strangers = [
      ...canaries.filter((canary) => ownersOfCanaries.get(canary) !== request.businessId),
      ...[...Object.keys(bookings), ...(id === null ? [] : [id])].filter(isStrange),
    ]
    if (strangers.length > 0) faults.push(`${named(request)} of ${request.businessId} was shown ${strangers.join()}`)
    if (rowsOf !== null && rowsOf !== request.businessId)
      faults.push(`${named(request)} of ${request.businessId} was shown rows of ${rowsOf}`)
    const touched = isAcknowledged(request) ? idsIn(request).filter(isStrange) : []
    if (touched.length > 0) faults.push(`${named(request)} of ${request.businessId} was let at ${touched.join()}`)
  }
  for (const [stream, events] of Map.groupBy(log, (event) => event.stream)) {
    if (!stream.startsWith('rent.schedule-')) continue
    const tenants = new Set(events.map(({ metadata }) => metadata.tenantId))
    if (tenants.size > 1) faults.push(`${stream} has events of ${[...tenants].join(' and ')}`)
  }
  return faults
}
