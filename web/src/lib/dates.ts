import { dateFormat } from './formats.ts'

/** Civil days as text, `YYYY-MM-DD`; they compare as text. Nothing here knows a time zone but `today`. */

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const text = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const DAY = 86_400_000

/** Writes instants in any time zone; a formatter is made once for each: a list of bookings would make hundreds of them. */
function inZone(locale: string, options: Intl.DateTimeFormatOptions): (at: Date, timeZone: string) => string {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (instant, timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    made.set(timeZone, format)
    return format.format(instant)
  }
}

const isoDay = inZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const dayInWords = inZone('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const momentInWords = inZone('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Today in the business's time zone. */
export const today = (timeZone: string, now = new Date()) => isoDay(now, timeZone)

/** The day so many days after a day, both `YYYY-MM-DD`. */
export const addDays = (day: string, days: number) => text(at(day) + days * DAY)

/** The same day so many years later; 28 February where there is no 29th. */
export function addYears(day: string, years: number): string {
  const later = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`
  return text(at(later)) === later ? later : `${later.slice(0, 8)}28`
}

/** Civil days from pickup to dropoff; the price counts these (decisions: dates). */
export const daysBetween = (pickup: string, dropoff: string) => Math.round((at(dropoff) - at(pickup)) / DAY)

const format = (options: Intl.DateTimeFormatOptions) => {
  const written = dateFormat({ ...options, timeZone: 'UTC' })
  return (day: string) => written(at(day)).replace(',', '')
}

/** "Tue 8 Dec" */
export const shortDay = format({ weekday: 'short', day: 'numeric', month: 'short' })
/** "8 December 2026" */
export const longDay = format({ day: 'numeric', month: 'long', year: 'numeric' })

const dayOfMonth = format({ weekday: 'short', day: 'numeric' })
/** "Tue 8 Dec 2026" */
export const dayOfYear = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/**
 * "Mon 8 → Wed 10 Dec" and "2 days": the two halves of a period. The year is said when it is not this one: "Mon 1 → Wed 3 Mar
 * 2027".
 * @param thisYear "2026"; that of the device unless given
 */
export function periodInWords(
  pickup: string,
  dropoff: string,
  thisYear = String(new Date().getFullYear()),
): { readonly from: string; readonly until: string; readonly dates: string; readonly length: string } {
  const days = daysBetween(pickup, dropoff)
  const [begins, ends] = [pickup.slice(0, 4), dropoff.slice(0, 4)]
  const isElsewhen = begins !== thisYear || ends !== thisYear
  const until = isElsewhen ? dayOfYear(dropoff) : shortDay(dropoff)
  const sameMonth = pickup.slice(0, 7) === dropoff.slice(0, 7)
  const from = sameMonth
    ? dayOfMonth(pickup)
    : begins !== ends && begins !== thisYear
      ? dayOfYear(pickup)
      : shortDay(pickup)
  return { from, until, dates: `${from} → ${until}`, length: `${days} ${days === 1 ? 'day' : 'days'}` }
}

/** An instant as the desk writes it: "21 Nov 2026". */
export const dateOf = (instant: string, timeZone: string) => dayInWords(new Date(instant), timeZone)

/** An instant to the minute: "21 Nov 2026, 10:02". */
export const momentOf = (instant: string, timeZone: string) => momentInWords(new Date(instant), timeZone)
