import type { Fault, FaultTarget, Request } from '../history.ts'
import { isAnswered, serviceOf } from './commands.ts'
import { BACK_WITHIN, LEANS_ON } from './damage.ts'
import type { Evidence } from './evidence.ts'

const SERVICES = ['command', 'query'] as const

/**
 * Each service that a fault kept from working answers again within ten seconds of the fault's end, and rows follow the log
 * again. A fault that the next one follows sooner is judged by that one's end.
 */
export function faultsOfRecovery({ history }: Evidence): string[] {
  const byService = Map.groupBy(history.requests, (request) => serviceOf(request))
  return history.faults.flatMap((fault) =>
    SERVICES.flatMap((service) => {
      if (!isHit(service, fault.target) || isFollowed(fault, history.faults, LEANS_ON[service])) return []
      return slowness(fault, service, byService.get(service) ?? [])
    }),
  )
}

const isHit = (service: 'command' | 'query', target: FaultTarget): boolean => {
  const leansOn: readonly FaultTarget[] = LEANS_ON[service]
  return leansOn.includes(target)
}

const isFollowed = (fault: Fault, faults: readonly Fault[], targets: readonly FaultTarget[]): boolean =>
  faults.some(
    (other) =>
      other !== fault &&
      targets.includes(other.target) &&
      other.endedAt > fault.endedAt &&
      other.startedAt <= fault.endedAt + BACK_WITHIN,
  )

function slowness({ id, name, target, endedAt }: Fault, service: string, requests: readonly Request[]): string[] {
  const deadline = endedAt + BACK_WITHIN
  const after = requests.filter((request) => request.endedAt >= endedAt && request.startedAt <= deadline)
  const what = `after ${name} of ${target} (${id})`
  if (after.length === 0)
    return [`${what} nobody asked the ${service} service for ten seconds: that it answers is not known`]
  if (after.some((request) => request.endedAt <= deadline && isServed(request))) return []
  const first = requests.find((request) => request.endedAt > deadline && isServed(request))
  const until = first === undefined ? 'never again' : `${((first.endedAt - endedAt) / 1_000).toFixed(1)} s later`
  return [`${what} the ${service} service answered ${until}`]
}

const isServed = (request: Request): boolean => isAnswered(request) && request.answer.status < 500
