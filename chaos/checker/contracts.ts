import type { Recorded } from '@forecourt/event-log/port.ts'
import { contractMade, contractsFor } from '@forecourt/workers/contracts/contracts-for.ts'
import { bookingOf } from '../../tests/system/support/invariants.ts'
import type { Evidence } from './evidence.ts'
import { livesIn } from './facts.ts'

/** Each approval has its contract, and each signature its copy. */
export const faultsOfContracts = ({ log }: Evidence): string[] =>
  missingIn(log).map(({ task, cause }) => `${cause.type} at ${cause.position} has no ${task}`)

/**
 * The documents that the log calls for and that it does not say were made. For a booking that was rejected or cancelled since
 * there need be none.
 */
export function missingIn(log: readonly Recorded[]): { readonly task: string; readonly cause: Recorded }[] {
  const made = new Set(log.flatMap((event) => contractMade(event) ?? []))
  const lives = livesIn(log)
  const isMoot = (cause: Recorded): boolean =>
    (lives.get(bookingOf(cause) ?? '')?.turns ?? []).some(
      ({ status, position }) => status === 'rejected' && position > cause.position,
    )
  return log.flatMap((cause) =>
    contractsFor(cause)
      .filter(({ id }) => !made.has(id) && !isMoot(cause))
      .map(({ task }) => ({ task, cause })),
  )
}
