import { createStore, del, delMany, entries, get, set, type UseStore, update } from 'idb-keyval'
import { isOfDesk } from './owners.ts'
import { within } from './within.ts'

/**
 * What waits on this device and is for nobody's eyes: a licence, a request. Stored where: IndexedDB `forecourt-sealed`,
 * each encrypted (AES-GCM) with a key of its own that the browser does not give away, not even to this app. Whoever
 * deletes a record deletes its key.
 */
interface Sealed {
  /** Whose it is. */
  readonly owner: string
  /** Instant in milliseconds after which it counts no more. */
  readonly until: number
  readonly type: string
  readonly key: CryptoKey
  readonly iv: Uint8Array<ArrayBuffer>
  readonly content: ArrayBuffer
  readonly uploaded?: Uploaded
  /** Since when its time is over and it is kept all the same, in milliseconds. */
  readonly overdueSince?: number
}

/** Where the server has the content, and since when, in milliseconds. */
export interface Uploaded {
  readonly path: string
  readonly at: number
}

let database: UseStore | undefined
const store = () => {
  database ??= createStore('forecourt-sealed', 'sealed')
  return database
}

/**
 * For so many milliseconds the device is waited for: it writes megabytes. One that is silent for longer must not hold up whatever
 * else waits to be sent, in every tab.
 */
const LONGEST = 30_000

/** For so many milliseconds what is wanted is kept beyond its time. */
const LONGER = 7 * 86_400_000

/**
 * Keeps content, encrypted, for so many milliseconds. Gives the id under which it is found again.
 * @throws when the device has no room, does not answer or keeps nothing (a private window)
 */
export async function seal(owner: string, content: Blob, keepFor: number): Promise<string> {
  const id = crypto.randomUUID()
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const sealed: Sealed = {
    owner,
    until: Date.now() + keepFor,
    type: content.type,
    key,
    iv,
    content: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, await content.arrayBuffer()),
  }
  try {
    await within(() => set(id, sealed, store()), LONGEST)
  } catch (error) {
    // It may be written yet, and nobody would know of it.
    void discard(id)
    throw error
  }
  return id
}

/**
 * What was kept; undefined when it is gone or its time is over.
 * @throws {Error} the device does not answer
 * @throws {DOMException} `OperationError`: it cannot be opened any more
 */
export async function unseal(id: string): Promise<Blob | undefined> {
  const sealed = await find(id)
  if (sealed === undefined) return undefined
  const { key, iv, content, type } = sealed
  return new Blob([await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, content)], { type })
}

/** Where the server has it already; undefined when it does not. @throws {Error} the device does not answer */
export const uploadOf = async (id: string): Promise<Uploaded | undefined> => (await find(id))?.uploaded

/** Notes where the server has it, so that it is not sent twice. @throws {Error} the device does not answer */
export const noteUpload = (id: string, uploaded: Uploaded | undefined): Promise<void> => {
  const noted = (sealed: Sealed | undefined) => {
    if (sealed === undefined) return undefined
    const { uploaded: _, ...rest } = sealed
    return uploaded === undefined ? rest : { ...rest, uploaded }
  }
  return within(() => update<Sealed | undefined>(id, noted, store()), LONGEST)
}

/** Forgets it. A device that keeps nothing has nothing to forget. */
export const discard = (id: string): Promise<void> => within(() => del(id, store())).catch(() => undefined)

/** Forgets everything of one owner. */
export const discardAllOf = (owner: string): Promise<void> => discardWhere((sealed) => sealed.owner === owner)

/**
 * Forgets everything whose time is over, whoever it belongs to. What is wanted is kept for a week longer, from when that was first
 * seen: the clock may have been behind when it was sealed, by any time.
 * @param isWanted whether something that this owner has done and that waits still refers to it
 */
export async function discardOld(
  now: number,
  isWanted: (id: string, owner: string) => boolean = () => false,
): Promise<void> {
  const firstSeen: string[] = []
  await discardWhere(({ until, owner, overdueSince }, id) => {
    if (until > now) return false
    if (!isWanted(id, owner)) return true
    // Seen by a clock that was fast it counts from now.
    if (overdueSince === undefined || overdueSince > now) firstSeen.push(id)
    else return now - overdueSince >= LONGER
    return false
  })
  for (const id of firstSeen) await noteOverdue(id, now)
}

const noteOverdue = (id: string, overdueSince: number): Promise<void> =>
  within(
    () => update<Sealed | undefined>(id, (sealed) => sealed && { ...sealed, overdueSince }, store()),
    LONGEST,
  ).catch(() => undefined)

async function find(id: string): Promise<Sealed | undefined> {
  const sealed = await within(() => get<Sealed>(id, store()), LONGEST)
  // A desk's counts for as long as it is there. A renter's does not: they were told when it is over.
  return sealed === undefined || (sealed.until <= Date.now() && !isOfDesk(sealed.owner)) ? undefined : sealed
}

async function discardWhere(isOver: (sealed: Sealed, id: string) => boolean): Promise<void> {
  try {
    const all = await within(() => entries<string, Sealed | undefined>(store()))
    const over = all.filter(([id, sealed]) => sealed === undefined || isOver(sealed, id)).map(([id]) => id)
    if (over.length > 0) await within(() => delMany(over, store()), LONGEST)
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}
