import { CurrentUser } from '@forecourt/contracts/account.ts'
import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { within } from './within.ts'

/**
 * Who is signed in on this device, for the time without a network: the dashboard opens in the state last seen. Stored
 * where: IndexedDB `member`; whoever's session ended by itself is under `last-member` until they are back or somebody
 * signs out. A device that keeps nothing, or does not answer, knows nobody.
 */
const MEMBER = 'member'
const LAST_MEMBER = 'last-member'

const read = (key: string) => within(() => get<unknown>(key)).catch(() => undefined)
const write = (key: string, value: unknown) => within(() => set(key, value)).catch(() => undefined)
const forget = (key: string) => within(() => del(key)).catch(() => undefined)

/** The member who was signed in when the server was last reached; undefined when nobody was. */
export const rememberedMember = async (): Promise<CurrentUser | undefined> =>
  z.safeParse(CurrentUser, await read(MEMBER)).data

/** The member whose session ended without their signing out. */
export const lastMember = async (): Promise<CurrentUser | undefined> =>
  z.safeParse(CurrentUser, await read(LAST_MEMBER)).data

/** They are signed in here, as the server has just said. */
export async function rememberMember(member: CurrentUser): Promise<void> {
  await Promise.all([write(MEMBER, member), forget(LAST_MEMBER)])
}

/**
 * The session of this member is over: they are signed in here no more, with or without a network. What they did and is not
 * sent yet waits for them. Whoever has signed in since, in another tab, stays.
 */
export async function memberExpired(id: string): Promise<void> {
  const member = await rememberedMember()
  if (member?.id === id) await Promise.all([write(LAST_MEMBER, member), forget(MEMBER)])
}

/** They have signed out: nobody was here. */
export async function forgetMember(): Promise<void> {
  await Promise.all([forget(MEMBER), forget(LAST_MEMBER)])
}
