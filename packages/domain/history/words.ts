import type { CivilDate } from '../civil-date.ts'
import { type Pence, penceToPounds } from '../money.ts'

/** A sentence for each type of fact, made of its payload. */
export type Sentences<Fact extends { readonly type: string; readonly data: unknown }> = {
  readonly [F in Fact as F['type']]: (data: F['data']) => string
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Days that were put into words lately: whoever tells a long history tells the same ones over and over. */
const told = new Map<CivilDate, string>()
const MOST_TOLD = 4_000

/** `2026-12-08` → "Tue 8 Dec 2026". A civil day has no zone; UTC keeps it where it is. */
export function dayInWords(day: CivilDate): string {
  const known = told.get(day)
  if (known !== undefined) return known
  const words = DAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '')
  if (told.size >= MOST_TOLD) told.clear()
  told.set(day, words)
  return words
}

/** `2026-12-08T10:00:12.345Z` → "2026-12-08 10:00:12 UTC". */
export const instantInWords = (instant: string) => `${instant.slice(0, 19).replace('T', ' ')} UTC`

/** "Tue 8 Dec 2026 → Thu 10 Dec 2026". */
export const periodInWords = ({ pickupDate, dropoffDate }: { pickupDate: CivilDate; dropoffDate: CivilDate }) =>
  `${dayInWords(pickupDate)} → ${dayInWords(dropoffDate)}`

/** Pence → "£45.00". */
export const poundsInWords = (pence: Pence): string => `£${penceToPounds(pence)}`

/** `2` of `day` → "2 days". */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** A reason that somebody may have given, at the end of a sentence. */
export const because = (reason: string | null): string => (reason === null || reason === '' ? '' : `: ${reason}`)
