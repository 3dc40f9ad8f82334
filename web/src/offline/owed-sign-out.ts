import { del, get, set } from 'idb-keyval'
import { within } from './within.ts'

/** A sign-out that the server has not heard of yet: IndexedDB `signed-out`. Small, since every page looks for it. */
const SIGNED_OUT = 'signed-out'

/** Somebody signed out without a network: the server is told before anything else is asked of it. */
export const oweSignOut = (): Promise<void> => within(() => set(SIGNED_OUT, true)).catch(() => undefined)
/** Whether somebody has signed out here and the server has not heard of it. */
export const owesSignOut = (): Promise<boolean> =>
  within(() => get<unknown>(SIGNED_OUT))
    .then((owed) => owed === true)
    .catch(() => false)
/** The server has heard of it. */
export const signOutPaid = (): Promise<void> => within(() => del(SIGNED_OUT)).catch(() => undefined)
