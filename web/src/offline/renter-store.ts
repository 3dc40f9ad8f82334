import { createStore, delMany, entries, type UseStore } from 'idb-keyval'
import { within } from './within.ts'

/** What a renter's page has shown, as it lies on the device (`renter-copy.ts`). */
export interface Kept {
  /** When the server gave it, in milliseconds. */
  readonly at: number
  readonly iv: Uint8Array<ArrayBuffer>
  readonly content: ArrayBuffer
}

/** A copy that nobody has opened with a network for so long is deleted, in milliseconds. */
const MAX_AGE = 90 * 86_400_000

let database: UseStore | undefined
/** IndexedDB `forecourt-renter`. */
export const renterStore = () => {
  database ??= createStore('forecourt-renter', 'bookings')
  return database
}

/** Forgets what nobody has opened for long: every page does so, and none needs to read it for that. Does not reject. */
export async function forgetOldRenterCopies(now: number): Promise<void> {
  try {
    const all = await within(() => entries<string, Kept>(renterStore()))
    const old = all.filter(([, { at }]) => now - at > MAX_AGE).map(([name]) => name)
    if (old.length > 0) await delMany(old, renterStore())
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}
