import { del, delMany, getMany, keys, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { isTypedKey } from './query-copy.ts'
import { within } from './within.ts'

/**
 * What is typed into the dashboard's forms and not saved yet, as it lies on the device: IndexedDB, one record for each draft
 * under `<the member's copy>:typed:<form>:<id>`, so that another tab that writes its copy down takes none of it away. It is
 * written at once at each change, and gone with the copy when the member signs out. A session that ends by itself leaves it,
 * also where a colleague comes in between, who is shown nothing of it: like the work that was not sent, it is nowhere else.
 */
const Kept = z.object({ at: z.number(), draft: z.unknown() })

/** Drafts by form, and by what each is about. */
export type Typed = ReadonlyMap<string, Readonly<Record<string, unknown>>>

/** What lies on the device, as it was read. */
export interface OnDevice {
  readonly typed: Typed
  /** What this tab had there, has not touched since, and was missing: another tab has saved or discarded it. */
  readonly gone: () => readonly Place[]
}

interface Place {
  readonly form: string
  readonly id: string
}

/** This tab's last word about each draft, by its key, and whether the device has taken it. */
const lastWords = new Map<string, { isTaken: boolean }>()

/** A draft that nobody came back to is forgotten, in milliseconds: seven days. */
export const MAX_AGE = 7 * 86_400_000

const placeOf = (copy: string) => `${copy}:typed:`

/**
 * Keeps a draft; undefined forgets it. Resolves when that is on the device, if the device keeps anything: a browser that keeps
 * nothing is no reason to disturb anybody. Does not reject.
 * @param copy the key of the member's copy
 */
export async function keepTyped(copy: string, form: string, id: string, draft: unknown): Promise<void> {
  const key = `${placeOf(copy)}${form}:${id}`
  const word = { isTaken: false }
  lastWords.set(key, word)
  try {
    await within(() => (draft === undefined ? del(key) : set(key, { at: Date.now(), draft })))
    word.isTaken = true
  } catch {
    // This tab alone has it.
  }
}

/** All that a member has typed and not saved. Does not reject: what cannot be read is no draft, and not gone either. */
export async function readTyped(copy: string): Promise<OnDevice> {
  try {
    return await within(() => readAll(placeOf(copy)))
  } catch {
    return { typed: new Map(), gone: () => [] }
  }
}

/**
 * Forgets what nobody came back to, whoever has typed it: whoever opens a desk here does so, because that member may never be
 * at this device again. Does not reject.
 */
export async function forgetOldTyped(): Promise<void> {
  try {
    const typed = (await within(() => keys())).filter((key) => typeof key === 'string').filter(isTypedKey)
    const drafts = typed.length === 0 ? [] : await within(() => getMany<unknown>(typed))
    const old = typed.filter((_, place) => goodDraft(drafts[place]) === undefined)
    if (old.length > 0) await delMany(old)
  } catch {
    // A device that keeps nothing has nothing to forget.
  }
}

/** A draft as it was kept; undefined when it is none, or too old. */
function goodDraft(value: unknown): z.infer<typeof Kept> | undefined {
  const { data } = z.safeParse(Kept, value)
  return data === undefined || Date.now() - data.at > MAX_AGE ? undefined : data
}

async function readAll(place: string): Promise<OnDevice> {
  const taken = [...lastWords].filter(([key, { isTaken }]) => isTaken && key.startsWith(place))
  const own = (await keys()).filter((key) => typeof key === 'string').filter((key) => key.startsWith(place))
  const missing = taken.filter(([key]) => !own.includes(key))
  return {
    typed: own.length === 0 ? new Map() : await readDrafts(place, own),
    // By the time that somebody asks, more may have been typed into it here.
    gone: () => missing.filter(([key, word]) => lastWords.get(key) === word).map(([key]) => placeIn(place, key)),
  }
}

async function readDrafts(place: string, own: readonly string[]): Promise<Typed> {
  const found = new Map<string, Record<string, unknown>>()
  const over: string[] = []
  for (const [index, value] of (await getMany<unknown>([...own])).entries()) {
    const key = own[index] ?? ''
    const kept = goodDraft(value)
    if (kept === undefined) over.push(key)
    else {
      const { form, id } = placeIn(place, key)
      found.set(form, { ...found.get(form), [id]: kept.draft })
      // From now on this tab has it from there: gone later, it was taken away.
      if (!lastWords.has(key)) lastWords.set(key, { isTaken: true })
    }
  }
  if (over.length > 0) await delMany(over)
  return found
}

function placeIn(place: string, key: string): Place {
  const [form = '', ...id] = key.slice(place.length).split(':')
  return { form, id: id.join(':') }
}
