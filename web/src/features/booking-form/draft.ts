import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { within } from '../../offline/within.ts'

/** The licence of a form: the server has it, or it waits on this device, sealed, until the server can be reached. */
const Licence = z.object({
  where: z.enum(['server', 'device']),
  /** Its path on the server, or its id on the device (`offline/sealed.ts`). */
  id: z.string(),
  fileName: z.string(),
  /** Since when it is there, an instant in milliseconds. */
  since: z.number(),
})
export type Licence = Readonly<z.infer<typeof Licence>>

const Attempt = z.object({
  reference: z.string(),
  key: z.string(),
  body: z.string(),
  /** It was sent, and no answer came: it may have arrived or not. */
  inDoubt: z.optional(z.boolean()),
  /** What was sent before the form was changed, and is in doubt: under this key, or another one for another vehicle. */
  before: z.optional(z.array(z.object({ key: z.string(), body: z.string() }))),
})

/** A submission, as it is sent and sent again. */
export type Attempt = Readonly<z.infer<typeof Attempt>>

/**
 * What a person has typed into the booking form so far. It is kept in IndexedDB under `draft:<place>` at each change and
 * comes back after a reload: phones drop the page when the camera opens. The place is the portal's slug, or a member's desk.
 */
const BookingDraft = z.object({
  carId: z.string(),
  pickupDate: z.string(),
  dropoffDate: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  customerAddress: z.string(),
  notes: z.string(),
  licence: z.nullable(Licence),
  /** The last submission: sent again unchanged, it carries the same key, so that it counts once. */
  attempt: z.nullable(Attempt),
})
export type BookingDraft = Readonly<z.infer<typeof BookingDraft>>

/** Changes parts of a draft; resolves when that is on the device, if the device keeps anything, and never rejects. */
export type ChangeDraft = (part: Partial<BookingDraft>) => Promise<void>

const FIELDS = [
  'carId',
  'pickupDate',
  'dropoffDate',
  'customerName',
  'customerEmail',
  'customerPhone',
  'customerAddress',
  'notes',
] as const satisfies (keyof BookingDraft)[]
/** A part of the form that a person fills in by typing or choosing. */
export type Field = (typeof FIELDS)[number]

/** Whether a part of the form has that name. */
export const isField = (name: unknown): name is Field => FIELDS.some((field) => field === name)

/** A draft as it was written down; undefined when it has another shape. */
export const readDraft = (kept: unknown): BookingDraft | undefined => z.safeParse(BookingDraft, kept).data

const Kept = z.object({ savedAt: z.number(), draft: BookingDraft })

/** A form that nobody has typed into. */
export const emptyDraft: BookingDraft = {
  carId: '',
  pickupDate: '',
  dropoffDate: '',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  customerAddress: '',
  notes: '',
  licence: null,
  attempt: null,
}

const DAY = 86_400_000
/** A draft that nobody came back to is forgotten, in milliseconds. */
const KEPT_FOR = 7 * DAY
/** The server deletes files that no booking used after 24 hours (decisions: files); an hour's margin. */
export const UPLOAD_GOOD_FOR = DAY - DAY / 24
/** What waits to be sent is deleted after so many milliseconds: a renter's after 24 hours. */
export const KEPT_FOR_RENTER = DAY
/** A walk-in’s, at the desk, after seven days. */
export const KEPT_FOR_DESK = 7 * DAY

/** Whether there is nothing in it that anybody would miss. */
export const isEmpty = (draft: BookingDraft) => JSON.stringify(draft) === JSON.stringify(emptyDraft)

/** What of a kept draft still counts at `now`; nothing of one that is too old or of another shape. */
export function stillGood(kept: unknown, now: number): BookingDraft {
  const result = z.safeParse(Kept, kept)
  if (!result.success || now - result.data.savedAt > KEPT_FOR) return emptyDraft
  const { draft } = result.data
  const licence = draft.licence !== null && now - draft.licence.since < UPLOAD_GOOD_FOR ? draft.licence : null
  return { ...draft, licence }
}

const keyOf = (place: string) => `draft:${place}`

/** A slow device is waited for before anything is written over what it may have, in milliseconds. */
const BEFORE_OVERWRITING = 20_000

/**
 * The draft kept for a place; an empty one when there is none, and undefined when the browser does not say or keeps nothing.
 * @param isToBeWrittenOver a device that is only slow is waited for, however silent it was before
 */
export async function restoreDraft(
  place: string,
  { isToBeWrittenOver = false } = {},
): Promise<BookingDraft | undefined> {
  const longest = isToBeWrittenOver ? BEFORE_OVERWRITING : undefined
  try {
    return stillGood(await within(() => get<unknown>(keyOf(place)), longest), Date.now())
  } catch {
    return undefined
  }
}

/** Keeps the draft, or forgets it when it is empty. A browser that keeps nothing is no reason to disturb anybody. */
export async function keepDraft(place: string, draft: BookingDraft): Promise<void> {
  const key = keyOf(place)
  const keep = () => (isEmpty(draft) ? del(key) : set(key, { savedAt: Date.now(), draft }))
  await within(keep).catch(() => undefined)
}

/** Forgets what was typed there. */
export const forgetDraft = (place: string): Promise<void> => within(() => del(keyOf(place))).catch(() => undefined)
