import type { Fault, FaultName, FaultTarget, Mail } from '../history.ts'
import { CLOCKS_APART } from './evidence.ts'

/**
 * A sender that was taken away between the mail server's answer and its own append sends again, and nothing else does
 * (SECURITY, "Invariants"): not that a job came once more, that the queue was emptied, that everything was slow.
 */
const CUTS_SHORT: ReadonlySet<FaultName> = new Set([
  'kill',
  'freeze',
  'restart',
  'cut',
  'stall',
  'away',
  // Whoever takes all connections breaks those that there are.
  'exhausted-pool',
  // The database ends when it cannot write.
  'full-disk',
])

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
 * have been on its way already when the log said that it was sent.
 * @param sent when the log said what became of it, if it did
 */
export function faultsOfCopies(
  copies: readonly Mail[],
  settled: { readonly at: number } | undefined,
  faults: readonly Fault[],
): string[] {
  const between = faults.filter(({ target }) => BETWEEN.has(target))
  const isBetween = (names: ReadonlySet<FaultName>, from: number, to: number) =>
    between.some(({ name, startedAt, endedAt }) => names.has(name) && startedAt <= to && from <= endedAt + CLOCKS_APART)
  const inOrder = copies.toSorted((a, b) => a.at - b.at)
  return inOrder.slice(1).flatMap((copy, index) => {
    const before = inOrder[index]?.at ?? 0
    const name = `${copy.messageId} came ${inOrder.length} times`
    const apart = ((copy.at - before) / 1_000).toFixed(1)
    const said = settled?.at ?? copy.at
    if (!isBetween(CUTS_SHORT, before, Math.min(before + STEP, copy.at, said + CLOCKS_APART)))
      return [`${name}, once more after ${apart} s, and no fault cut the sender short`]
    if (said < copy.at - STEP && !isBetween(HOLDS_UP, said - STEP, copy.at))
      return [`${name}, the last time when the log had long said so (${((copy.at - said) / 1_000).toFixed(1)} s)`]
    return []
  })
}
