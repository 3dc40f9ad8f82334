import { CurrentUser } from '@forecourt/contracts/account.ts'
import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'

/**
 * Who is signed in on this device, for the time without a network: the dashboard opens in the state last seen. Stored
 * where: IndexedDB `member`; a sign-out that the server has not heard of yet is under `signed-out`.
 */
const MEMBER = 'member'
const SIGNED_OUT = 'signed-out'

/** The member who was signed in when the server was last reached; undefined when nobody was. */
export async function rememberedMember(): Promise<CurrentUser | undefined> {
  const kept = await get<unknown>(MEMBER).catch(() => undefined)
  return z.safeParse(CurrentUser, kept).data
}

export const rememberMember = (member: CurrentUser): Promise<void> => set(MEMBER, member).catch(() => undefined)

export const forgetMember = (): Promise<void> => del(MEMBER).catch(() => undefined)

/** Somebody signed out without a network: the server is told before anything else is asked of it. */
export const oweSignOut = (): Promise<void> => set(SIGNED_OUT, true).catch(() => undefined)
export const owesSignOut = async (): Promise<boolean> =>
  (await get<unknown>(SIGNED_OUT).catch(() => undefined)) === true
export const signOutPaid = (): Promise<void> => del(SIGNED_OUT).catch(() => undefined)
