import { decode, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import type { Sources } from './particulars.ts'

type LicenceFact = Extract<StoredFact, { readonly type: 'CustomerLicenceRefused' | 'CustomerLicenceExpired' }>

/** Whether a fact is one that a renter is written to about because of their licence. */
export const isLicenceNews = (fact: StoredFact): fact is LicenceFact =>
  fact.type === 'CustomerLicenceRefused' || fact.type === 'CustomerLicenceExpired'

/** Why staff have refused the licence, in their words; null when the fact has no such words. */
export async function reasonIn({ vault }: Pick<Sources, 'vault'>, fact: StoredFact): Promise<string | null> {
  if (fact.type !== 'CustomerLicenceRefused') return null
  const personal = open(fact, await vault.keysOf([fact.data.customerId]))
  return personal === ERASED ? null : personal.reason
}

/**
 * Whether anything was said of the licence since, or another picture was sent: the renter is told the last of it, or nothing.
 * @param ofBooking facts of the booking that they are written to about
 */
export async function isOvertaken(
  { eventLog }: Pick<Sources, 'eventLog'>,
  fact: StoredFact,
  ofBooking: readonly StoredFact[],
): Promise<boolean> {
  if (!isLicenceNews(fact)) return false
  const at = fact.metadata.occurredAt
  if (ofBooking.some(({ type, metadata }) => type === 'BookingLicenceReplaced' && metadata.occurredAt > at)) return true
  for await (const recorded of eventLog.read(fact.stream, fact.revision + 1n)) {
    const later = decode(recorded)
    if (later.kind === 'fact' && later.type.startsWith('CustomerLicence')) return true
  }
  return false
}
