import { CurrentUser } from '@forecourt/contracts/account.ts'
import { del, get, set, update } from 'idb-keyval'
import * as z from 'zod/mini'
import { keptFor } from './outbox/storage.ts'
import { within } from './within.ts'

/**
 * Who is signed in on this device, for the time without a network: the dashboard opens in the state last seen. Stored
 * where: IndexedDB `member`; whoever's session ended by itself is under `last-member` until they are back or somebody
 * signs out. All of them to whom that happened are under `left-members` until they are back, or until somebody signs out and
 * nothing of theirs waits: whose work it is must be told also after a colleague was here. A device that keeps nothing, or does
 * not answer, knows nobody.
 */
const MEMBER = 'member'
const LAST_MEMBER = 'last-member'
const LEFT_MEMBERS = 'left-members'

const read = (key: string) => within(() => get<unknown>(key)).catch(() => undefined)
const write = (key: string, value: unknown) => within(() => set(key, value)).catch(() => undefined)
const forget = (key: string) => within(() => del(key)).catch(() => undefined)
const listOf = (kept: unknown): readonly CurrentUser[] => z.safeParse(z.array(CurrentUser), kept).data ?? []
const changeLeft = (change: (members: readonly CurrentUser[]) => readonly CurrentUser[]) =>
  within(() => update<unknown>(LEFT_MEMBERS, (kept) => change(listOf(kept)))).catch(() => undefined)

/** The member who was signed in when the server was last reached; undefined when nobody was. */
export const rememberedMember = async (): Promise<CurrentUser | undefined> =>
  z.safeParse(CurrentUser, await read(MEMBER)).data

/** The member whose session ended without their signing out. */
export const lastMember = async (): Promise<CurrentUser | undefined> =>
  z.safeParse(CurrentUser, await read(LAST_MEMBER)).data

/** The members whose sessions ended so and who have not been back since, the latest last. */
export const leftMembers = async (): Promise<readonly CurrentUser[]> => listOf(await read(LEFT_MEMBERS))

/** A list that is empty leaves no trace. */
async function forgetLeft(ids: ReadonlySet<string>): Promise<void> {
  const left = await leftMembers()
  if (left.every(({ id }) => ids.has(id))) await forget(LEFT_MEMBERS)
  else await changeLeft((members) => members.filter(({ id }) => !ids.has(id)))
}

/** They are signed in here, as the server has just said. */
export async function rememberMember(member: CurrentUser): Promise<void> {
  await Promise.all([write(MEMBER, member), forget(LAST_MEMBER), forgetLeft(new Set([member.id]))])
}

/**
 * The session of this member is over: they are signed in here no more, with or without a network. What they did and is not
 * sent yet waits for them. Whoever has signed in since, in another tab, stays.
 */
export async function memberExpired(id: string): Promise<void> {
  const member = await rememberedMember()
  if (member?.id !== id) return
  await Promise.all([
    write(LAST_MEMBER, member),
    forget(MEMBER),
    changeLeft((left) => [...left.filter((other) => other.id !== id), member]),
  ])
}

/** They have signed out: nobody was here, but those whose work waits. */
export async function forgetMember(): Promise<void> {
  await Promise.all([forget(MEMBER), forget(LAST_MEMBER)])
  const left = await leftMembers()
  // Where the device does not say what waits, it may be much.
  const waiting = await Promise.all(left.map(({ id, businessId }) => keptFor(id, businessId)))
  await forgetLeft(new Set(left.flatMap(({ id }, index) => (waiting[index]?.length === 0 ? [id] : []))))
}
