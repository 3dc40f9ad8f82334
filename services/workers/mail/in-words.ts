/** Days and money as people in the United Kingdom write them. */

const DAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const POUNDS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** `2026-12-08` → "Tuesday 8 December 2026". A civil day has no zone; UTC keeps it where it is. */
export const dayInWords = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`)).replace(',', '')

/** Pence → "£1,045.00". */
export const poundsInWords = (pence: number) => POUNDS.format(pence / 100)

/** A moment as clocks show it in a time zone: "10:30 on Saturday 21 November 2026". */
export function momentInWords(instant: string, timeZone: string): string {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone }).format(
    at,
  )
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  return `${time} on ${dayInWords(day)}`
}

export const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)
