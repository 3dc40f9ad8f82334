import { type Due, dueIn, notificationIn, outcomesIn } from '../checker/due-mails.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Fault } from '../history.ts'
import { appended, broken, lastOf, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'
import { causeOf } from './planted-in-mails.ts'

export const MAILS_GO_ON = 'mails that wait go out again in time after a fault’s end'

/** What keeps mails from going out. */
const WORKERS = { name: 'kill', target: 'workers' } as const

/**
 * The workers are killed, or something else happens, when the last approval calls for its mail.
 * @param later so many milliseconds after that the next mail comes; undefined: none comes any more
 */
export function stoodStill(
  good: Evidence,
  later: number | undefined,
  fault: Pick<Fault, 'name' | 'target'> = WORKERS,
): Evidence {
  const endedAt = causeOf(good, 'booking-approved').recordedAt.getTime()
  const hit = broken(good, { ...fault, startedAt: endedAt, endedAt })
  const before = good.history.mails.filter(({ at }) => at <= endedAt)
  const after = good.history.mails.filter(({ at }) => at > endedAt)
  const next = Math.min(...after.map(({ at }) => at))
  const moved = later === undefined ? [] : after.map((mail) => ({ ...mail, at: mail.at - next + endedAt + later }))
  const mails = [...before, ...moved]
  return told(hit, { mails })
}

/** What empties the queue. */
export const EMPTIED = { name: 'empty-queue', target: 'queue' } as const

/** Half a second after a fault, when everything else goes out. */
const SOON = 500

/** The last approval of which somebody was told: whoever is rejected soon after may hear of that alone. */
function toldOfApproval({ log }: Evidence): Due {
  const outcomes = outcomesIn(log)
  return lastOf(
    dueIn(log),
    ({ notificationId, template }) =>
      template === 'booking-approved' && outcomes.get(notificationId)?.reason === 'sent',
  )
}

/**
 * The workers are killed, or something else happens, and some mails that waited go out so many milliseconds later.
 * @param those the mail of an approval, when it is called for; or all that were called for when the last licence is refused, which
 *   are more than can be under way at once
 */
export function stayed(
  good: Evidence,
  later: number,
  those: 'one' | 'all',
  fault: Pick<Fault, 'name' | 'target'> = WORKERS,
): Evidence {
  const { notificationId, cause } = toldOfApproval(good)
  const endedAt = (those === 'one' ? cause : causeOf(good, 'licence-refused')).recordedAt.getTime()
  const calledFor = dueIn(good.log).filter((due) => due.cause.recordedAt.getTime() <= endedAt)
  const waiting = new Set(those === 'one' ? [notificationId] : calledFor.map((due) => due.notificationId))
  const mails = good.history.mails.map((mail) => {
    if (waiting.has(notificationIn(mail.messageId))) return { ...mail, at: endedAt + later }
    return { ...mail, at: Math.min(mail.at, endedAt + SOON) }
  })
  return told(broken(good, { ...fault, startedAt: endedAt, endedAt }), { mails })
}

/** The mail server did not take that approval's mail once more when it was called for. @param attempt which one it was */
export function notTaken(evidence: Evidence, attempt: number): Evidence {
  const { notificationId, template, cause } = toldOfApproval(evidence)
  const outcome = lastOf(evidence.log, ({ type, data }) => type === 'NotificationSent' && data.includes(notificationId))
  const data = JSON.stringify({ notificationId, template, attempt })
  return appended(evidence, { ...outcome, type: 'NotificationFailed', data, recordedAt: cause.recordedAt })
}

/** Bugs that leave mails alone after a fault is over. */
export const PLANTED_IN_PAUSES: readonly Planted[] = [
  {
    bug: 'mails that wait are left alone for long after the workers were killed',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) mails went out 40\.0 s later, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, 40_000),
  },
  ...(['event-store', 'queue'] as const).map(
    (target): Planted => ({
      bug: `mails that wait are left alone after a restart of the ${target}`,
      violates: MAILS_GO_ON,
      says: /^after restart of .* mails went out 40\.0 s later, though \d+ were waiting$/,
      plant: (good) => stoodStill(good, 40_000, { name: 'restart', target }),
    }),
  ),
  {
    bug: 'mails that wait are left alone for good after the workers were killed',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) mails went out never again, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, undefined),
  },
  {
    bug: 'mails go out after the workers were killed, and none of the many that waited',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) the first of [2-9]\d mails that were waiting went out 40\.0 s later$/,
    plant: (good) => stayed(good, 40_000, 'all'),
  },
  {
    bug: 'a mail that waited is left behind when the workers were killed, and others go out',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) booking-approved for BookingApproved at \d+ was left behind and went out 697\.0 s later$/,
    plant: (good) => stayed(good, 697_000, 'one'),
  },
  {
    bug: 'a mail that was not taken once is tried again after eleven minutes, and not after some seconds',
    violates: MAILS_GO_ON,
    says: /was left behind and went out 697\.0 s later$/,
    plant: (good) => notTaken(stayed(good, 697_000, 'one'), 1),
  },
  {
    bug: 'nothing goes out for long after the queue was emptied',
    violates: MAILS_GO_ON,
    says: /^after empty-queue of queue \(x\) mails went out 100\.0 s later, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, 100_000, EMPTIED),
  },
  {
    bug: 'nothing goes out any more after the queue was emptied',
    violates: MAILS_GO_ON,
    says: /^after empty-queue of queue \(x\) mails went out never again, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, undefined, EMPTIED),
  },
  {
    bug: 'mails that were in the queue are not put in again when it was emptied, and others go out',
    violates: MAILS_GO_ON,
    says: /^after empty-queue of queue \(x\) the first of [2-9]\d mails that were waiting went out 100\.0 s later$/,
    plant: (good) => stayed(good, 100_000, 'all', EMPTIED),
  },
  {
    bug: 'one of the mails that were in the queue is forgotten when it was emptied',
    violates: MAILS_GO_ON,
    says: /^after empty-queue of queue \(x\) booking-approved for .* was left behind and went out 697\.0 s later$/,
    plant: (good) => stayed(good, 697_000, 'one', EMPTIED),
  },
]
