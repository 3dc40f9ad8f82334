import { NotificationFailed } from '@forecourt/domain/notification/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { PATIENCE } from '@forecourt/workers/mail/patience.ts'
import { z } from 'zod'
import type { History } from '../history.ts'
import { type Due, dueIn, notificationIn, outcomesIn } from './due-mails.ts'
import type { Evidence } from './evidence.ts'

/** A mail that was called for and had not gone out yet, at some time. */
export interface Waiting extends Due {
  /** When the mail server had it; infinite when it never did. */
  readonly wentOut: number
  /**
   * By when it is tried again, by what the log told of its failures until a time. Infinite when a worker's clock was wrong while it
   * waited: the queue in PostgreSQL may have it wait by that clock.
   */
  readonly triedBy: (time: number) => number
}

/** Mails that failed together do not come back together: some wait for a fifth longer. */
const SPREAD = 1.2

/** The line that mails stand in, at some time. */
interface Line {
  /** Those that waited, by when they went out. Nobody waits for one that is not sent, which has its reason. */
  readonly waiting: readonly Waiting[]
  /** When the first one went out that was called for later: by then all who had waited have had their turn. */
  readonly passedAt: number
}

/** The line at any time of a run. */
export function linesOf({ history, log }: Pick<Evidence, 'history' | 'log'>): (time: number) => Line {
  const outcomes = outcomesIn(log)
  const triedByOf = triesIn(history, log)
  const arrived = new Map<string, number>()
  for (const { messageId, at } of history.mails) {
    const id = notificationIn(messageId)
    arrived.set(id, Math.min(at, arrived.get(id) ?? at))
  }
  const mails = dueIn(log)
    .filter(({ notificationId }) => (outcomes.get(notificationId)?.reason ?? 'sent') === 'sent')
    .map(
      (due): Waiting => ({
        ...due,
        wentOut: arrived.get(due.notificationId) ?? Number.POSITIVE_INFINITY,
        triedBy: triedByOf(due),
      }),
    )
    .toSorted((one, other) => one.wentOut - other.wentOut)
  return (time) => ({
    waiting: mails.filter(({ cause, wentOut }) => calledForAt(cause) <= time && wentOut > time),
    passedAt: mails.find(({ cause }) => calledForAt(cause) > time)?.wentOut ?? Number.POSITIVE_INFINITY,
  })
}

const calledForAt = ({ recordedAt }: Recorded): number => recordedAt.getTime()

function triesIn({ faults }: Pick<History, 'faults'>, log: readonly Recorded[]): (due: Due) => Waiting['triedBy'] {
  const failures = failuresIn(log)
  const jumps = faults.filter(({ name, target }) => name === 'clock-jump' && target === 'workers')
  return ({ notificationId, cause }) =>
    (time) => {
      if (jumps.some(({ startedAt, endedAt }) => startedAt <= time && endedAt >= calledForAt(cause)))
        return Number.POSITIVE_INFINITY
      const last = failures.get(notificationId)?.findLast(({ at }) => at <= time)
      return last === undefined ? calledForAt(cause) : last.at + SPREAD * (PATIENCE[last.attempt - 1] ?? 0)
    }
}

interface Failure {
  /** Which one of its mail's it was, from 1 on. */
  readonly attempt: number
  /** When that was appended. */
  readonly at: number
}

const Failed = z.object({ notificationId: z.string(), attempt: z.int() })

/** Attempts that failed, by the ids of their mails, in the order of the log. */
function failuresIn(log: readonly Recorded[]): ReadonlyMap<string, readonly Failure[]> {
  const failures = new Map<string, Failure[]>()
  for (const { type, data, recordedAt } of log) {
    if (type !== NotificationFailed.type) continue
    const { notificationId, attempt } = Failed.parse(JSON.parse(data))
    const its = failures.get(notificationId) ?? []
    failures.set(notificationId, its)
    its.push({ attempt, at: recordedAt.getTime() })
  }
  return failures
}
