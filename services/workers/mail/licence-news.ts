import { decode, open, type StoredFact } from '@forecourt/event-log/codec.ts'
import { ERASED } from '@forecourt/event-log/erased.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
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
 * Whether anything was said of the licence since, or another picture was sent: the renter is told the last of it, or nothing. The
 * other picture may have been there already: staff had the one before it in front of them.
 * @param ofBooking facts of the booking that they are written to about
 */
export async function isOvertaken(
  { eventLog, vault }: Pick<Sources, 'eventLog' | 'vault'>,
  fact: StoredFact,
  ofBooking: readonly StoredFact[],
): Promise<boolean> {
  if (!isLicenceNews(fact)) return false
  const at = fact.metadata.occurredAt
  if (ofBooking.some(({ type, metadata }) => type === 'BookingLicenceReplaced' && metadata.occurredAt > at)) return true
  if (await isOfOneBefore(vault, fact, ofBooking)) return true
  for await (const recorded of eventLog.read(fact.stream, fact.revision + 1n)) {
    const later = decode(recorded)
    if (later.kind === 'fact' && later.type.startsWith('CustomerLicence')) return true
  }
  return false
}

/** Whether it was said of a picture that the booking had once, and has not any more. */
async function isOfOneBefore(
  vault: Sources['vault'],
  { data: { picture, customerId } }: LicenceFact,
  ofBooking: readonly StoredFact[],
): Promise<boolean> {
  if (!ofBooking.some(({ type }) => type === 'BookingLicenceReplaced')) return false
  const keys = await vault.keysOf([customerId])
  const key = keys.get(customerId)
  if (key === undefined) return false
  const pictures = ofBooking.flatMap((told) => {
    if (told.type !== 'BookingRequested' && told.type !== 'BookingLicenceReplaced') return []
    const personal = open(told, keys)
    return personal === ERASED ? [] : [markOfPicture(key, customerId, personal.licencePath)]
  })
  return pictures.includes(picture ?? '') && pictures.at(-1) !== picture
}
