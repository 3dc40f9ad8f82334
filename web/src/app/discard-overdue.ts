import { createStore, values } from 'idb-keyval'
import { isOfRenter } from '../offline/owners.ts'
import { discardOld } from '../offline/sealed.ts'
import { within } from '../offline/within.ts'

/** What waits to be sent, as `offline/outbox/storage.ts` keeps it: that is not loaded for this. */
const outbox = () => createStore('forecourt-outbox', 'actions')

/**
 * Deletes what is sealed here and whose time is over; a renter's after 24 hours whatever happens, as they were told. What staff
 * have done and what waits goes with its action, for a week longer: neither a clock that is a week fast for an hour nor one that
 * was a year behind must cost a walk-in's request, and nobody's picture must stay for good on the tablet of a member who is never
 * back. Does not reject.
 */
export async function discardOverdue(now: number): Promise<void> {
  const waiting = await within(async () => JSON.stringify(await values(outbox()))).catch(() => undefined)
  const isWanted = (id: string, owner: string) => !isOfRenter(owner) && waiting?.includes(id) !== false
  await discardOld(now, isWanted)
}
