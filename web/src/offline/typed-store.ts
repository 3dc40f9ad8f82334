import { del, delMany, getMany, keys, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { within } from './within.ts'

/**
 * What is typed into the dashboard's forms and not saved yet, as it lies on the device: IndexedDB, one record for each draft
 * under `<the member's copy>:typed:<form>:<id>`, so that another tab that writes its copy down takes none of it away. It is
 * written at once at each change, and gone with the copy when the member signs out.
 */
const Kept = z.object({ at: z.number(), draft: z.unknown() })

/** Drafts by form, and by what each is about. */
export type Typed = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** A draft that nobody came back to is forgotten, in milliseconds: seven days. */
const MAX_AGE = 7 * 86_400_000

const placeOf = (copy: string) => `${copy}:typed:`

/**
 * Keeps a draft; undefined forgets it. Resolves when that is on the device, if the device keeps anything: a browser that keeps
 * nothing is no reason to disturb anybody. Does not reject.
 * @param copy the key of the member's copy
 */
export function keepTyped(copy: string, form: string, id: string, draft: unknown): Promise<void> {
  const key = `${placeOf(copy)}${form}:${id}`
  const keep = () => (draft === undefined ? del(key) : set(key, { at: Date.now(), draft }))
  return within(keep).catch(() => undefined)
}

/** All that a member has typed and not saved. Does not reject: what cannot be read is no draft. */
export async function readTyped(copy: string): Promise<Typed> {
  try {
    return await within(() => readAll(placeOf(copy)))
  } catch {
    return new Map()
  }
}

async function readAll(place: string): Promise<Typed> {
  const own = (await keys()).filter((key) => typeof key === 'string').filter((key) => key.startsWith(place))
  if (own.length === 0) return new Map()
  const found = new Map<string, Record<string, unknown>>()
  const over: string[] = []
  for (const [index, value] of (await getMany<unknown>(own)).entries()) {
    const key = own[index] ?? ''
    const { success, data } = z.safeParse(Kept, value)
    if (!success || Date.now() - data.at > MAX_AGE) over.push(key)
    else {
      const [form = '', ...id] = key.slice(place.length).split(':')
      found.set(form, { ...found.get(form), [id.join(':')]: data.draft })
    }
  }
  if (over.length > 0) await delMany(over)
  return found
}
