import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '@forecourt/event-log/vault/departures.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import { finishPasswords } from './account/finish-passwords.ts'
import { finishDeactivations, finishReactivations } from './account/finish-staff-status.ts'
import type { EraseDeps } from './customers/erase.ts'
import { finishErasures } from './customers/finish-erasures.ts'
import { finishRemovals } from './fleet/finish-removals.ts'

interface Begun extends EraseDeps {
  readonly pool: pg.Pool & Connection
  readonly now: () => Date
  readonly say: Log
  /** Milliseconds between the end of one round and the next; the first is at once. */
  readonly every?: number
}

const FIVE_MINUTES = 5 * 60_000

/**
 * Finishes what takes several steps and stopped between two of them, from time to time, until the signal aborts. A round
 * that is under way then comes to its end. Several processes may do it at once: each step can be done again.
 */
export async function runFinishing(
  { now, say, every = FIVE_MINUTES, ...deps }: Begun,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await finishErasures(deps, now, say)
    await finishPasswords(deps, now, say)
    await finishDeactivations(deps, now, say, signal)
    await finishReactivations(deps, now, say, signal)
    await finishRemovals(deps, now, say, signal)
    await pause(every, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
