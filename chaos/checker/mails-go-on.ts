import { type Ended, endedIn, kindOf, NEEDS } from './damage.ts'
import { dueIn, outcomesIn } from './due-mails.ts'
import type { Evidence } from './evidence.ts'

/**
 * Nobody waits for a mail as one waits for an answer: so much later than answers mails may go on after a fault, in milliseconds.
 * While people keep the processors busy workers rest for seconds, and a connection to the mail server that has become silent
 * keeps the next mail waiting for ten.
 */
export const UNHURRIED = 20_000

/** What followed from a fault that keeps mails from going out, while some waited. */
interface Pause extends Ended {
  /** Mails that had been called for before the fault was over, and were sent after it. */
  readonly waiting: number
  /** From the fault's end until the next mail; undefined when none came any more. In milliseconds. */
  readonly until: number | undefined
}

/** Once a fault is over that kept mails from going out, those that wait go out. */
export function faultsOfPauses(evidence: Evidence): string[] {
  return pausesIn(evidence).flatMap(({ fault, deadline, waiting, until }) => {
    if (until !== undefined && fault.endedAt + until <= deadline) return []
    const when = until === undefined ? 'never again' : `${(until / 1_000).toFixed(1)} s later`
    return [
      `after ${fault.name} of ${fault.place} (${fault.id}) mails went out ${when}, though ${waiting} were waiting`,
    ]
  })
}

/**
 * The longest time from a fault's end until mails that waited went out again, in milliseconds, of each kind of fault. Only of
 * faults that came alone.
 */
export function longestPauses(evidence: Evidence): Record<string, number> {
  const longest: Record<string, number> = {}
  for (const { fault, until, isOfSeveral } of pausesIn(evidence)) {
    const kind = kindOf(fault)
    if (until !== undefined && !isOfSeveral) longest[kind] = Math.max(longest[kind] ?? 0, until)
  }
  return longest
}

function pausesIn({ history, log, backWithin }: Evidence): Pause[] {
  const outcomes = outcomesIn(log)
  const sent = dueIn(log).flatMap(({ notificationId, cause }) => {
    const outcome = outcomes.get(notificationId)
    return outcome?.reason === 'sent' ? [{ from: cause.recordedAt.getTime(), to: outcome.at }] : []
  })
  const arrivals = history.mails.map(({ at }) => at).toSorted((one, other) => one - other)
  return endedIn(history, NEEDS.mails, backWithin, UNHURRIED).flatMap((ended) => {
    const { endedAt } = ended.fault
    const waiting = sent.filter(({ from, to }) => from <= endedAt && to > endedAt).length
    if (waiting === 0) return []
    const next = arrivals.find((at) => at > endedAt)
    return [{ ...ended, waiting, until: next === undefined ? undefined : next - endedAt }]
  })
}
