import { createStore, values } from 'idb-keyval'
import { discardOld } from '../offline/sealed.ts'
import { within } from '../offline/within.ts'

/** For so many milliseconds what staff have done and what waits is kept beyond its time. */
const LONGER = 7 * 86_400_000

/** What waits to be sent, as `offline/outbox/storage.ts` keeps it: that is not loaded for this. */
const outbox = () => createStore('forecourt-outbox', 'actions')

/**
 * Deletes what is sealed here and whose time is over; a renter's after 24 hours whatever happens, as they were told. What staff
 * have done and what waits goes with its action, for a week longer: a clock that is a week fast for an hour must not cost a
 * walk-in's request, and nobody's picture must stay for good on the tablet of a member who is never back. Does not reject.
 */
export async function discardOverdue(now: number): Promise<void> {
  const waiting = await within(async () => JSON.stringify(await values(outbox()))).catch(() => undefined)
  const isWanted = (id: string, owner: string, until: number) =>
    !owner.startsWith('renter:') && now - until < LONGER && waiting?.includes(id) !== false
  await discardOld(now, isWanted)
}
