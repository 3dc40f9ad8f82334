import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import * as z from 'zod/mini'
import { type Begun, onTopOf as mergedOnTop } from '../../lib/on-top-of.ts'

/** The settings as they are typed: texts, until they are read. */
export const SettingsDraft = z.object({
  name: z.string(),
  primaryColor: z.string(),
  logoUrl: z.nullable(z.string()),
  description: z.string(),
  contactEmail: z.string(),
  contactPhone: z.string(),
  address: z.string(),
  turnaroundDays: z.string(),
  terms: z.string(),
  licenceRetentionDays: z.string(),
})
export type SettingsDraft = Readonly<z.infer<typeof SettingsDraft>>
export type Field = keyof SettingsDraft
export type Complaints = Readonly<Partial<Record<Field, string>>>

/** What each is called, in the order of the screen. */
export const labels: Readonly<Record<Field, string>> = {
  name: 'Name',
  primaryColor: 'Colour',
  logoUrl: 'Logo',
  description: 'Description',
  contactEmail: 'Contact email',
  contactPhone: 'Phone',
  address: 'Address',
  turnaroundDays: 'Days kept free after each hire',
  terms: 'Terms of hire',
  licenceRetentionDays: 'Days a licence is kept',
}

export const draftOf = (settings: BusinessSettings): SettingsDraft => ({
  name: settings.name,
  primaryColor: settings.primaryColor,
  logoUrl: settings.logoUrl,
  description: settings.description ?? '',
  contactEmail: settings.contactEmail ?? '',
  contactPhone: settings.contactPhone ?? '',
  address: settings.address ?? '',
  turnaroundDays: String(settings.turnaroundDays),
  terms: settings.terms ?? '',
  licenceRetentionDays: String(settings.licenceRetentionDays),
})

/** What was typed on top of the settings as they are saved by now, and the fields that somebody else has changed too. */
export const onTopOf = (saved: SettingsDraft, begun: Begun<SettingsDraft>) => mergedOnTop(FIELDS, saved, begun)

/**
 * What a draft says, or what is wrong with it, field by field.
 * @param seen the settings that it was typed over: whoever has saved others since is not overwritten
 */
export function readDraft(
  draft: SettingsDraft,
  { version, termsVersion }: Pick<BusinessSettings, 'version' | 'termsVersion'>,
): { readonly settings: BusinessSettings } | { readonly wrong: Complaints } {
  const { contactEmail, turnaroundDays, licenceRetentionDays, ...texts } = draft
  const read = z.safeParse(BusinessSettings, {
    ...texts,
    version,
    termsVersion,
    contactEmail: contactEmail.trim() === '' ? null : contactEmail,
    turnaroundDays: numberIn(turnaroundDays),
    licenceRetentionDays: numberIn(licenceRetentionDays),
  })
  return read.success ? { settings: read.data } : { wrong: complaintsOf(read.error.issues) }
}

/** The complaints by field, the first of each; also those of the server's answer. */
export function complaintsOf(
  issues: readonly { readonly path: PropertyKey[] | string; readonly message: string }[],
): Complaints {
  const wrong: Partial<Record<Field, string>> = {}
  for (const { path, message } of issues) {
    const field = Array.isArray(path) ? path[0] : path
    if (isField(field)) wrong[field] ??= message
  }
  return wrong
}

/**
 * Somebody else has changed a field too: it is decided which of the two it is to be.
 * @param saved the settings as they are by now, theirs among them
 */
export function decided(
  { typed, from }: Begun<SettingsDraft>,
  saved: SettingsDraft,
  field: Field,
  whose: 'mine' | 'theirs',
): Begun<SettingsDraft> {
  const theirs = { [field]: saved[field] }
  return { typed: whose === 'mine' ? typed : { ...typed, ...theirs }, from: { ...from, ...theirs } }
}

/**
 * What is left to be saved when settings have been: what was typed while they were sent.
 * @param sent the draft that was sent
 * @param now the draft as it is by now
 * @param saved what the server has made of what was sent
 */
export function leftAfter(
  sent: SettingsDraft,
  now: SettingsDraft,
  saved: SettingsDraft,
): Begun<SettingsDraft> | undefined {
  const since = FIELDS.filter((field) => now[field] !== sent[field])
  if (since.length === 0) return undefined
  return { typed: { ...saved, ...Object.fromEntries(since.map((field) => [field, now[field]])) }, from: saved }
}

/** "3 changes" */
export const changesInWords = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

const FIELDS = z.keyof(SettingsDraft).options
const isField = (name: unknown): name is Field => FIELDS.some((field) => field === name)

/** A whole number as typed; what is none stays what it is and is complained about. */
const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : text)
