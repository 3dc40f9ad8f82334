import { z } from 'zod'
import { epochMilliseconds, type Instant } from './instant.ts'

/** A calendar day `YYYY-MM-DD` that exists, without time or zone. Compares as text. */
export const CivilDate = z.iso.date().brand<'CivilDate'>()
export type CivilDate = z.infer<typeof CivilDate>

/** The zone of a business that has not chosen one (decisions: dates, time, money). */
export const DEFAULT_TIME_ZONE = 'Europe/London'

/**
 * Whole civil days from one date to the other; negative when `to` is earlier. No clock change can alter it: rounding up
 * a difference of London midnights would give 6 days for 23 to 28 October 2026.
 */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return dayNumber(to) - dayNumber(from)
}

/**
 * The date so many days later; earlier when `days` is negative.
 * @throws {z.ZodError} when that is outside the years 0000 to 9999
 */
export function addDays(date: CivilDate, days: number): CivilDate {
  return dateOfDay(dayNumber(date) + days)
}

/**
 * The same day so many years later; 29 February becomes 28 February when that year has none.
 * @throws {z.ZodError} when that is outside the years 0000 to 9999
 */
export function addYears(date: CivilDate, years: number): CivilDate {
  const { year, month, day } = parts(date)
  return civilDate(year + years, month, Math.min(day, daysInMonth(year + years, month)))
}

/** Negative when `a` is earlier than `b`, 0 on the same day, positive when later: for sorting. */
export function compareDates(a: CivilDate, b: CivilDate): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The first day of a month and the first day of the one after it. */
export interface MonthBounds {
  readonly first: CivilDate
  /** Not part of the month any more. */
  readonly next: CivilDate
}

/**
 * The bounds of a month; `month` is 0 to 11 as in the calls of the specification (section 7).
 * @throws {z.ZodError} when there is no such month
 */
export function monthBounds(year: number, month: number): MonthBounds {
  return {
    first: civilDate(year, month + 1, 1),
    next: month === 11 ? civilDate(year + 1, 1, 1) : civilDate(year, month + 2, 1),
  }
}

/** The bounds of the month that the date is in. */
export function monthOf(date: CivilDate): MonthBounds {
  const { year, month } = parts(date)
  return monthBounds(year, month - 1)
}

/** The calendar year that the date is in. */
export function yearOf(date: CivilDate): number {
  return parts(date).year
}

/** Names after places are the same zone for whoever reads them. */
const PLACE = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/[A-Z]/

/**
 * Whether a business's days can be counted by a time zone of that name: area and place as IANA names them, e.g. `Europe/London`,
 * in any of a place's spellings (`Asia/Kolkata`, `Asia/Calcutta`), or `UTC`. Offsets like `+01:00` are not names, and
 * abbreviations are not the same to all: `BST` is Dhaka's time here and Britain's in PostgreSQL, which knows no `AET` at all.
 * A business that has such a zone already keeps it.
 */
export function isTimeZone(name: string): boolean {
  if (name === 'UTC') return true
  if (!PLACE.test(name)) return false
  try {
    formatterOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * The calendar day that it is in a time zone at an instant, whatever zone this machine is set to.
 * @throws {RangeError} when the zone is not one
 */
export function todayIn(timeZone: string, instant: Instant): CivilDate {
  const quarter = Math.floor(epochMilliseconds(instant) / QUARTER)
  const last = lastAsked.get(timeZone)
  if (last?.quarter === quarter) return last.day
  const day = dayIn(timeZone, instant)
  lastAsked.set(timeZone, { quarter, day })
  return day
}

/** Since 1972 all clocks of the world begin their days at a quarter of an hour. In milliseconds. */
const QUARTER = 900_000

/** Every command asks for the same few days again and again. */
const lastAsked = new Map<string, { readonly quarter: number; readonly day: CivilDate }>()

function dayIn(timeZone: string, instant: Instant): CivilDate {
  const found = { year: '', month: '', day: '' }
  for (const { type, value } of formatterOf(timeZone).formatToParts(epochMilliseconds(instant))) {
    if (type === 'year' || type === 'month' || type === 'day') found[type] = value
  }
  return CivilDate.parse(`${found.year.padStart(4, '0')}-${found.month}-${found.day}`)
}

/** Making a formatter costs fifty times its use, and every command asks for today. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept !== undefined) return kept
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formatters.set(timeZone, made)
  return made
}

interface Parts {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

function parts(date: CivilDate): Parts {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) }
}

function civilDate(year: number, month: number, day: number): CivilDate {
  const text = [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
  return CivilDate.parse(text)
}

/** How many days the month has; `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

const MILLISECONDS_A_DAY = 86_400_000

/** Days since 1970-01-01. UTC has no clock changes, so each of its days is as long as any other. */
function dayNumber(date: CivilDate): number {
  return Date.parse(`${date}T00:00:00Z`) / MILLISECONDS_A_DAY
}

function dateOfDay(day: number): CivilDate {
  return CivilDate.parse(new Date(day * MILLISECONDS_A_DAY).toISOString().slice(0, -'T00:00:00.000Z'.length))
}
