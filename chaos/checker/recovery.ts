import { ASKED_DIRECTLY, type Fault, type Request, serviceOfProcess } from '../history.ts'
import { isAcknowledged, isAnswered, isDenied, serviceOf } from './commands.ts'
import { type Ended, endedIn, kindOf, NEEDS, type Needs, needsOf } from './damage.ts'
import type { Evidence } from './evidence.ts'

/** Something that a fault can keep from working, and how that it works shows. */
interface Ability {
  readonly name: string
  readonly needed: Needs
  /** Whether a request is about it at all. */
  readonly asks: (request: Request) => boolean
  readonly shows: (request: Request) => boolean
  /** Whether there is always somebody who asks. */
  readonly isAlwaysAsked: boolean
}

const isServed = (request: Request): boolean => isAnswered(request) && request.answer.status < 500
const isFresh = (request: Request): boolean => isServed(request) && isAnswered(request) && !request.answer.stale
const isTo = (service: 'command' | 'query') => (request: Request) =>
  request.process === null && serviceOf(request) === service
/**
 * Whether somebody looks at a file of their own business. Whoever may see none, a visitor or another business's staff, is told so
 * from the rows: that tells nothing of where files are kept.
 */
const isLook = (request: Request): boolean =>
  (request.call === 'licence' || request.call === 'contract') && request.actor === 'member' && !isDenied(request)

const ABILITIES: readonly Ability[] = [
  { name: 'commands', needed: NEEDS.command, asks: isTo('command'), shows: isServed, isAlwaysAsked: true },
  { name: 'queries', needed: NEEDS.query, asks: isTo('query'), shows: isServed, isAlwaysAsked: true },
  {
    name: 'queries with fresh rows',
    needed: NEEDS.freshness,
    // Only who has written something is told that rows are old.
    asks: (request) => isTo('query')(request) && request.seen !== null,
    shows: isFresh,
    isAlwaysAsked: false,
  },
  {
    name: 'files',
    needed: NEEDS.files,
    asks: isLook,
    shows: isAcknowledged,
    isAlwaysAsked: false,
  },
  ...ASKED_DIRECTLY.map((process) => ({
    name: `${serviceOfProcess(process) === 'query' ? 'queries' : 'commands'} to ${process}`,
    needed: needsOf(process),
    asks: (request: Request) => request.process === process,
    shows: isServed,
    isAlwaysAsked: true,
  })),
]

/** A fault after which an ability was left alone for long enough to come back. */
interface Recovery extends Ended {
  readonly ability: Ability
}

/** All recoveries that a run shows. */
export const recoveriesIn = ({ history, backWithin }: Pick<Evidence, 'history' | 'backWithin'>): Recovery[] =>
  ABILITIES.flatMap((ability) => endedIn(history, ability.needed, backWithin).map((ended) => ({ ...ended, ability })))

/**
 * Whatever a fault kept from working works again within the time that `backAfter` names, and so is each process after the last
 * one ready again.
 */
export function faultsOfRecovery({ history, backWithin }: Pick<Evidence, 'history' | 'backWithin'>): string[] {
  const asking = askingIn(history.requests)
  const slow = recoveriesIn({ history, backWithin }).flatMap((recovery) =>
    slowness(recovery, asking.get(recovery.ability) ?? []),
  )
  const missing = history.missing.map(
    ({ process }) => `${process} was not ready again ${Math.round(backWithin / 1_000)} s after the last fault`,
  )
  return [...slow, ...missing]
}

/**
 * What each kind of fault took until what it had hit was seen to work again, in milliseconds after its end: the longest of a run.
 * Only of faults that came alone, and of what somebody had asked for in vain.
 */
export function longestAway({ history, backWithin }: Pick<Evidence, 'history' | 'backWithin'>): Record<string, number> {
  const asking = askingIn(history.requests)
  const longest: Record<string, number> = {}
  for (const { fault, ability, isOfSeveral } of recoveriesIn({ history, backWithin })) {
    const requests = asking.get(ability) ?? []
    const back = firstServed(fault.endedAt, ability, requests)
    if (back === undefined || isOfSeveral || !requests.some(isInVain(fault, back, ability))) continue
    const kind = kindOf(fault)
    longest[kind] = Math.max(longest[kind] ?? 0, back.endedAt - fault.endedAt)
  }
  return longest
}

/** Whether a request of the time between a fault and the first good answer after it was not answered as it should be. */
const isInVain =
  ({ startedAt }: Fault, back: Request, { shows }: Ability) =>
  (request: Request): boolean =>
    request.endedAt >= startedAt && request.startedAt <= back.endedAt && !shows(request)

const askingIn = (requests: readonly Request[]): ReadonlyMap<Ability, readonly Request[]> =>
  new Map(ABILITIES.map((ability) => [ability, requests.filter(ability.asks)]))

/** The first one that was answered as it should be after an instant. */
function firstServed(after: number, { shows }: Ability, requests: readonly Request[]): Request | undefined {
  let first: Request | undefined
  for (const request of requests) {
    if (request.endedAt <= after || !shows(request)) continue
    if (first === undefined || request.endedAt < first.endedAt) first = request
  }
  return first
}

function slowness({ fault, ability, deadline }: Recovery, requests: readonly Request[]): string[] {
  const { name, shows, isAlwaysAsked } = ability
  const { endedAt } = fault
  const what = `after ${fault.name} of ${fault.target} (${fault.id})`
  const after = requests.filter((request) => request.endedAt >= endedAt && request.startedAt <= deadline)
  if (after.length === 0) {
    const within = (deadline - endedAt) / 1_000
    return isAlwaysAsked ? [`${what} nobody sent ${name} for ${within} s: that they are answered is not known`] : []
  }
  if (after.some((request) => request.endedAt <= deadline && shows(request))) return []
  const first = firstServed(deadline, ability, requests)
  const when = first === undefined ? 'never again' : `${((first.endedAt - endedAt) / 1_000).toFixed(1)} s later`
  return [`${what} ${name} were answered ${when}`]
}
