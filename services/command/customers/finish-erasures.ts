import { BusinessId } from '@forecourt/domain/ids.ts'
import { type Connection, departing } from '@forecourt/event-log/vault/departures.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { type EraseDeps, eraseCustomer } from './erase.ts'

/**
 * Brings erasures to their end that stopped half-way, because the process died or because storage or database failed: the
 * person is erased, or stays because a booking of theirs was approved meanwhile. What fails is tried again next time, and
 * keeps nobody else's from being done.
 */
export async function finishErasures(
  deps: EraseDeps & { readonly pool: Connection },
  now: () => Date,
  say: Log,
): Promise<void> {
  try {
    for (const { customerId, businessId } of await departing(deps.pool)) {
      await finish(deps, now, say, { customerId, businessId: BusinessId.parse(businessId) })
    }
  } catch (error) {
    say.warn({ error }, 'erasures that were begun could not be looked for')
  }
}

async function finish(
  deps: EraseDeps,
  now: () => Date,
  say: Log,
  who: { readonly customerId: string; readonly businessId: BusinessId },
): Promise<void> {
  try {
    const erasure = { ...who, basis: 'begun before and not finished' }
    const done = await eraseCustomer(deps, { actor: { kind: 'system' }, now }, erasure)
    say.info({ code: done.ok ? 'erased' : done.refusal.code }, 'an erasure was brought to its end')
  } catch (error) {
    say.warn({ error }, 'an erasure that was begun could not be brought to its end')
  }
}
