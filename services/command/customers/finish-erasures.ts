import { BusinessId } from '@forecourt/domain/ids.ts'
import { type Connection, departing } from '@forecourt/event-log/vault/departures.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { type EraseDeps, eraseCustomer } from './erase.ts'

/**
 * Brings erasures to their end that a process has died over: the person is erased, or stays because a booking of theirs
 * was approved meanwhile. For the start of a command process; what fails is left to the next one.
 */
export async function finishErasures(
  deps: EraseDeps & { readonly pool: Connection },
  now: () => Date,
  say: Log,
): Promise<void> {
  try {
    for (const { customerId, businessId } of await departing(deps.pool)) {
      const done = await eraseCustomer(
        deps,
        { actor: { kind: 'system' }, now },
        { businessId: BusinessId.parse(businessId), customerId, basis: 'begun before the process ended' },
      )
      say.info({ code: done.ok ? 'erased' : done.refusal.code }, 'an erasure was brought to its end')
    }
  } catch (error) {
    say.warn({ error }, 'erasures that were begun could not be brought to their end')
  }
}
