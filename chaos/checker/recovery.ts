import type { Fault, FaultTarget, Request } from '../history.ts'
import { isAnswered, serviceOf } from './commands.ts'
import { LEANS_ON } from './damage.ts'
import type { Evidence } from './evidence.ts'

/** Something that a fault can keep from working, and how that it works shows. */
interface Ability {
  readonly name: string
  readonly leansOn: readonly FaultTarget[]
  /** Whether a request is about it at all. */
  readonly asks: (request: Request) => boolean
  readonly shows: (request: Request) => boolean
  /** Whether there is always somebody who asks. */
  readonly isAlwaysAsked: boolean
}

const isServed = (request: Request): boolean => isAnswered(request) && request.answer.status < 500
const isFresh = (request: Request): boolean => isServed(request) && isAnswered(request) && !request.answer.stale
const isTo = (service: 'command' | 'query') => (request: Request) => serviceOf(request) === service

const ABILITIES: readonly Ability[] = [
  { name: 'commands', leansOn: LEANS_ON.command, asks: isTo('command'), shows: isServed, isAlwaysAsked: true },
  { name: 'queries', leansOn: LEANS_ON.query, asks: isTo('query'), shows: isServed, isAlwaysAsked: true },
  {
    name: 'queries with fresh rows',
    leansOn: LEANS_ON.freshness,
    // Only who has written something is told that rows are old.
    asks: (request) => isTo('query')(request) && request.seen !== null,
    shows: isFresh,
    isAlwaysAsked: false,
  },
]

/** A fault after which an ability was left alone for long enough to come back. */
interface Recovery {
  readonly fault: Fault
  readonly ability: Ability
}

/** All recoveries that a run shows. A fault that another one follows too soon is judged by that one's end. */
export function recoveriesIn({
  history: { faults },
  backWithin,
}: Pick<Evidence, 'history' | 'backWithin'>): Recovery[] {
  return ABILITIES.flatMap((ability) =>
    faults
      .filter(
        (fault) => ability.leansOn.includes(fault.target) && !isFollowed(fault, faults, ability.leansOn, backWithin),
      )
      .map((fault) => ({ fault, ability })),
  )
}

/** Whatever a fault kept from working works again within the time that the evidence names. */
export function faultsOfRecovery({ history, backWithin }: Pick<Evidence, 'history' | 'backWithin'>): string[] {
  const asking = new Map(ABILITIES.map((ability) => [ability, history.requests.filter(ability.asks)]))
  return recoveriesIn({ history, backWithin }).flatMap(({ fault, ability }) =>
    slowness(fault, ability, asking.get(ability) ?? [], backWithin),
  )
}

const isFollowed = (fault: Fault, faults: readonly Fault[], targets: readonly FaultTarget[], within: number): boolean =>
  faults.some(
    (other) =>
      other !== fault &&
      targets.includes(other.target) &&
      other.endedAt > fault.endedAt &&
      other.startedAt <= fault.endedAt + within,
  )

function slowness(
  fault: Fault,
  { name, shows, isAlwaysAsked }: Ability,
  requests: readonly Request[],
  within: number,
): string[] {
  const { endedAt } = fault
  const deadline = endedAt + within
  const what = `after ${fault.name} of ${fault.target} (${fault.id})`
  const after = requests.filter((request) => request.endedAt >= endedAt && request.startedAt <= deadline)
  if (after.length === 0)
    return isAlwaysAsked
      ? [`${what} nobody sent ${name} for ${within / 1_000} s: that they are answered is not known`]
      : []
  if (after.some((request) => request.endedAt <= deadline && shows(request))) return []
  const first = requests.find((request) => request.endedAt > deadline && shows(request))
  const when = first === undefined ? 'never again' : `${((first.endedAt - endedAt) / 1_000).toFixed(1)} s later`
  return [`${what} ${name} were answered ${when}`]
}
