import { del, get, set } from 'idb-keyval'
import * as z from 'zod/mini'

/**
 * What a person has typed into the booking form so far. It is kept in IndexedDB under `draft:<slug>` at each change and
 * comes back after a reload: phones drop the page when the camera opens. The licence's path is kept, its file never.
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
  /** The licence that was uploaded for this form; `uploadedAt` is an instant in milliseconds. */
  licence: z.nullable(z.object({ path: z.string(), fileName: z.string(), uploadedAt: z.number() })),
  /** The last submission: sent again unchanged, it carries the same key, so that it counts once. */
  attempt: z.nullable(z.object({ reference: z.string(), key: z.string(), body: z.string() })),
})
export type BookingDraft = Readonly<z.infer<typeof BookingDraft>>

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

export const isField = (name: unknown): name is Field => FIELDS.some((field) => field === name)

const Kept = z.object({ savedAt: z.number(), draft: BookingDraft })

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
const LICENCE_KEPT_FOR = DAY - DAY / 24

export const isEmpty = (draft: BookingDraft) => JSON.stringify(draft) === JSON.stringify(emptyDraft)

/** What of a kept draft still counts at `now`; nothing of one that is too old or of another shape. */
export function stillGood(kept: unknown, now: number): BookingDraft {
  const result = z.safeParse(Kept, kept)
  if (!result.success || now - result.data.savedAt > KEPT_FOR) return emptyDraft
  const { draft } = result.data
  const licence = draft.licence !== null && now - draft.licence.uploadedAt < LICENCE_KEPT_FOR ? draft.licence : null
  return { ...draft, licence }
}

const keyOf = (slug: string) => `draft:${slug}`

/** The draft kept for a business; an empty one when there is none or the browser keeps nothing. */
export async function restoreDraft(slug: string): Promise<BookingDraft> {
  return stillGood(await get<unknown>(keyOf(slug)).catch(() => undefined), Date.now())
}

/** Keeps the draft, or forgets it when it is empty. A browser that keeps nothing is no reason to disturb anybody. */
export async function keepDraft(slug: string, draft: BookingDraft): Promise<void> {
  const kept = isEmpty(draft) ? del(keyOf(slug)) : set(keyOf(slug), { savedAt: Date.now(), draft })
  await kept.catch(() => undefined)
}
