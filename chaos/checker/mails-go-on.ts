import type { Fault } from '../history.ts'
import { awake, type Ended, endedIn, isHitBy, kindOf, NEEDS } from './damage.ts'
import type { Evidence } from './evidence.ts'
import { linesOf, type Waiting } from './waiting-mails.ts'

/**
 * Nobody waits for a mail as one waits for an answer: so much later than answers mails may go on after a fault, in milliseconds.
 * While people keep the processors busy workers rest for seconds, and a connection to the mail server that has become silent
 * keeps the next mail waiting for ten.
 */
export const UNHURRIED = 20_000

/**
 * What is gone from the queue is put in again by a sweep, which comes every thirty seconds and leaves to others what has been due for
 * less than twenty; in milliseconds (`services/workers/reactor/sweep.ts`).
 */
const SWEPT = 50_000

/** Mails and documents that are under way at the same time (`services/workers/main.ts`). */
const AT_ONCE = 20

/**
 * A mail by itself may be held back for so long though all works again, in milliseconds. One that was under way when its worker was
 * killed stays with it for half a minute and is looked for every ten seconds; one that could not be looked up, or written down, is
 * tried again after a minute and a fifth at most; one that got lost comes with the sweep: all of them behind what came meanwhile.
 */
const BY_ITSELF = 120_000

/** What followed from a fault that keeps mails from going out, while some waited. */
interface Pause extends Ended {
  /** Mails that had been called for before the fault was over, and went out after it; the first that did first. */
  readonly waiting: readonly [Waiting, ...Waiting[]]
  /** How many of them may have been held back by themselves: no more than were under way at this fault and those shortly before it. */
  readonly mayBeHeld: number
  /** When the next mail went out, whichever it was; undefined when none did any more. */
  readonly next: number | undefined
  /** When the line had gone on to those who came after it. */
  readonly passedAt: number
}

/** Once a fault is over that kept mails from going out, those that wait go out: some of them in time, and none is left behind. */
export function faultsOfPauses(evidence: Evidence): string[] {
  return pausesIn(evidence).flatMap((pause) => {
    const { fault, deadline, waiting, next } = pause
    const what =
      next !== undefined && next <= deadline
        ? [...firstTooLate(pause), ...leftBehind(pause, evidence)]
        : [`mails went out ${later(fault, next)}, though ${waiting.length} were waiting`]
    return what.map((one) => `after ${fault.name} of ${fault.place} (${fault.id}) ${one}`)
  })
}

/** That others go out proves nothing where more wait than may be held back by themselves. */
function firstTooLate({ fault, deadline, waiting, mayBeHeld }: Pause): string[] {
  const [{ wentOut }] = waiting
  const by = Math.max(deadline, Math.min(...waiting.map(({ triedBy }) => triedBy(deadline) + UNHURRIED)))
  if (waiting.length <= mayBeHeld || wentOut <= by) return []
  return [`the first of ${waiting.length} mails that were waiting went out ${later(fault, wentOut)}`]
}

/**
 * Mails that went out long after those that had waited with them, or that came later, though nothing has hit mails since. While
 * people keep the processors busy the line may be long: that it goes on is what shows.
 */
function leftBehind({ fault, deadline, waiting, passedAt }: Pause, { history }: Evidence): string[] {
  const hitting = history.faults.filter(({ target }) => NEEDS.mails.targets.includes(target))
  return waiting.flatMap(({ template, cause, wentOut, triedBy }, index) => {
    const turn = Math.min(waiting[index - 1]?.wentOut ?? deadline, passedAt)
    const by = awake(Math.max(deadline, turn, triedBy(deadline)), BY_ITSELF, history.standstills)
    if (wentOut <= by || hitting.some(({ startedAt }) => startedAt > fault.endedAt && startedAt <= by)) return []
    return [`${template} for ${cause.type} at ${cause.position} was left behind and went out ${later(fault, wentOut)}`]
  })
}

const later = ({ endedAt }: Fault, at = Number.POSITIVE_INFINITY): string =>
  at === Number.POSITIVE_INFINITY ? 'never again' : `${((at - endedAt) / 1_000).toFixed(1)} s later`

/**
 * The longest time from a fault's end until the first of the mails that waited went out, in milliseconds, of each kind of fault.
 * Only of faults that came alone.
 */
export function longestPauses(evidence: Evidence): Record<string, number> {
  const longest: Record<string, number> = {}
  for (const { fault, waiting, isOfSeveral } of pausesIn(evidence)) {
    const [{ wentOut }] = waiting
    const kind = kindOf(fault)
    if (wentOut < Number.POSITIVE_INFINITY && !isOfSeveral)
      longest[kind] = Math.max(longest[kind] ?? 0, wentOut - fault.endedAt)
  }
  return longest
}

/** Nothing has to start again when the queue was emptied, but the sweep has to come. */
const moreFor = ({ name }: Fault): number => (name === 'empty-queue' ? SWEPT : 0) + UNHURRIED

function pausesIn(evidence: Evidence): Pause[] {
  const { history, backWithin } = evidence
  const lineAt = linesOf(evidence)
  const arrivals = history.mails.map(({ at }) => at).toSorted((one, other) => one - other)
  const hitting = history.faults.filter(isHitBy(NEEDS.mails))
  return endedIn(history, NEEDS.mails, backWithin, moreFor).flatMap((ended) => {
    const { endedAt } = ended.fault
    const {
      waiting: [first, ...others],
      passedAt,
    } = lineAt(endedAt)
    if (first === undefined) return []
    const lately = hitting.filter((fault) => fault.endedAt <= endedAt && fault.endedAt > endedAt - BY_ITSELF)
    const next = arrivals.find((at) => at > endedAt)
    return [{ ...ended, waiting: [first, ...others], mayBeHeld: AT_ONCE * lately.length, next, passedAt }]
  })
}
