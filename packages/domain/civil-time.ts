import type { CivilDate } from './civil-date.ts'
import { type Instant, instantOf } from './instant.ts'

const HOUR = 3_600_000

/**
 * The instant at which clocks in a time zone show this full hour of that day. An hour that is left out when the clocks go
 * forward is the one after it; of one that comes twice it is the first.
 * @param hour 0 to 23
 * @throws {RangeError} when the zone is not one
 */
export function instantAt(date: CivilDate, hour: number, timeZone: string): Instant {
  const shown = Date.parse(`${date}T00:00:00Z`) + hour * HOUR
  // The clock is ahead of UTC by what it was a day before, or by what it will be a day after: a change lies between.
  const candidates = [shown - 24 * HOUR, shown + 24 * HOUR].map((near) => shown - aheadOfUtc(near, timeZone))
  const right = candidates.filter((candidate) => candidate + aheadOfUtc(candidate, timeZone) === shown)
  return instantOf(right.length > 0 ? Math.min(...right) : Math.max(...candidates))
}

/** By how many milliseconds clocks in the zone are ahead of UTC at that moment. */
function aheadOfUtc(at: number, timeZone: string): number {
  const found: Record<string, string> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) found[type] = value
  const { year = '', month, day, hour, minute, second } = found
  return (
    Date.parse(`${year.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`) - Math.floor(at / 1000) * 1000
  )
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const kept = formatters.get(timeZone)
  if (kept !== undefined) return kept
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  })
  formatters.set(timeZone, made)
  return made
}
