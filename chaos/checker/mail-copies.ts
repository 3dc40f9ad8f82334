import type { Fault, FaultName, FaultTarget, Mail } from '../history.ts'
import type { Outcome } from './due-mails.ts'
import { CLOCKS_APART } from './evidence.ts'

/**
 * A sender that was taken away between the mail server's answer and its own append sends again, and so does one that the answer
 * never reached; nothing else does (SECURITY, "Invariants"): not that a job came once more, that the queue was emptied, that
 * everything was slow, nor that the log took nothing down for a minute.
 */
const CUTS_SHORT: ReadonlySet<FaultName> = new Set(['kill', 'freeze', 'restart', 'cut', 'stall', 'away'])
/** Who sends, and who answers. */
const AT_SENDING: ReadonlySet<FaultTarget> = new Set(['workers', 'mail-server'])
/** Where it is written down: for as long as that cannot be, whoever has sent the mail waits. */
const THE_LOG: ReadonlySet<FaultTarget> = new Set(['postgres', 'event-store'])

/** Whoever is held back between looking into the log and sending does not see what is written meanwhile. */
const HOLDS_UP: ReadonlySet<FaultName> = new Set(['freeze', 'stall', 'away', 'delay', 'exhausted-pool', 'full-disk'])

/** Who has to do with sending a mail and with writing that down. */
const BETWEEN: ReadonlySet<FaultTarget> = new Set(['workers', 'postgres', 'event-store', 'mail-server'])

/**
 * What lies between two steps of one mail, in milliseconds: from when the mail server has it until the log says so, and from
 * a look into the log until the mail server has it. It is a fraction of a second, and more on a machine that is busy.
 */
const STEP = 5_000

/**
 * Each copy of a mail beyond the first needs a fault that cut its forerunner short before that was written down, and must
 * have been on its way already when the log said that it was sent. So does the last of one of which the log says in the end that
 * it was not sent: whoever had sent it was not there any more to say so.
 * @param sent when the log said what became of it, if it did
 */
export function faultsOfCopies(
  copies: readonly Mail[],
  settled: Pick<Outcome, 'at' | 'reason'> | undefined,
  faults: readonly Fault[],
): string[] {
  const isBetween = (
    names: ReadonlySet<FaultName>,
    targets: ReadonlySet<FaultTarget>,
    { from, to }: { readonly from: number; readonly to: number },
  ) =>
    faults.some(
      ({ name, target, startedAt, endedAt }) =>
        names.has(name) && targets.has(target) && startedAt <= to && from <= endedAt + CLOCKS_APART,
    )
  const inOrder = copies.toSorted((a, b) => a.at - b.at)
  const last = inOrder.at(-1)
  if (last !== undefined && settled !== undefined && settled.reason !== 'sent') {
    const { at, reason } = settled
    const isCutShort = isBetween(CUTS_SHORT, AT_SENDING, {
      from: last.at,
      to: Math.min(writtenBy(last.at, faults), at),
    })
    const isHeldUp = isBetween(HOLDS_UP, BETWEEN, { from: at - STEP, to: last.at })
    if (last.at <= at ? !isCutShort : !isHeldUp)
      return [
        `${last.messageId} came, and the log says that it was not sent (${reason}); no fault cut the sender short`,
      ]
  }
  return inOrder.slice(1).flatMap((copy, index) => {
    const before = inOrder[index]?.at ?? 0
    const name = `${copy.messageId} came ${inOrder.length} times`
    const apart = ((copy.at - before) / 1_000).toFixed(1)
    const said = settled?.at ?? copy.at
    const to = Math.min(writtenBy(before, faults), copy.at, said + CLOCKS_APART)
    if (!isBetween(CUTS_SHORT, AT_SENDING, { from: before, to }))
      return [`${name}, once more after ${apart} s, and no fault cut the sender short`]
    if (said < copy.at - STEP && !isBetween(HOLDS_UP, BETWEEN, { from: said - STEP, to: copy.at }))
      return [`${name}, the last time when the log had long said so (${((copy.at - said) / 1_000).toFixed(1)} s)`]
    return []
  })
}

/** Whether somebody who sends mails may have been held back between two instants. */
export const isHeldUp = (faults: readonly Fault[], from: number, to: number): boolean =>
  faults.some(
    ({ name, target, startedAt, endedAt }) =>
      HOLDS_UP.has(name) && BETWEEN.has(target) && startedAt <= to && from <= endedAt + CLOCKS_APART,
  )

/** By when it is written down that a mail was sent: a step later, or a step after the log was last held up, whatever comes one after the other. */
function writtenBy(sentAt: number, faults: readonly Fault[]): number {
  const ofTheLog = faults
    .filter(({ target, endedAt }) => THE_LOG.has(target) && endedAt >= sentAt)
    .toSorted((a, b) => a.startedAt - b.startedAt)
  let by = sentAt + STEP
  for (const { startedAt, endedAt } of ofTheLog) if (startedAt <= by) by = Math.max(by, endedAt + STEP)
  return by
}
