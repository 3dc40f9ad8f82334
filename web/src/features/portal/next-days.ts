import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { addDays } from '../../lib/dates.ts'
import { dateFormat } from '../../lib/formats.ts'

/** A day of the strip on a vehicle's card. */
export interface DayShown {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly isTaken: boolean
}

/** The next days of a vehicle, as its card shows them. */
export interface NextDaysShown {
  readonly days: readonly DayShown[]
  /** The same in words. */
  readonly sentence: string
}

/** Runs of taken days, as places in the list: first and last. */
type Run = readonly [first: number, last: number]

/**
 * The next days of a vehicle, as its card shows them: those that the answer speaks of and that are not over. An answer that
 * was kept for some days says fewer; one that is over altogether says nothing (undefined). A vehicle that cannot be
 * booked at all has no free day, whatever its bookings.
 * @param today the business's day by this device's clock, `YYYY-MM-DD`
 */
export function nextDaysOf(
  { status, nextDays: { from, until, booked } }: Pick<Vehicle, 'status' | 'nextDays'>,
  today: string,
): NextDaysShown | undefined {
  const isForHire = status === 'available'
  const days: DayShown[] = []
  for (let day = today > from ? today : from; day < until; day = addDays(day, 1)) {
    const isBooked = booked.some(({ pickupDate, dropoffDate }) => pickupDate <= day && day < dropoffDate)
    days.push({ day, isTaken: !isForHire || isBooked })
  }
  if (days.length === 0) return undefined
  return { days, sentence: isForHire ? sentenceOf(days) : 'Not for hire at present' }
}

function sentenceOf(days: readonly DayShown[]): string {
  const runs = runsOf(days)
  const [first] = runs
  const all = days.length === 1 ? 'today' : `for the next ${days.length} days`
  if (first === undefined) return `Free ${all}`
  if (first[1] - first[0] === days.length - 1) return `Taken ${all}`
  const last = days.length - 1
  const said = runs.map((run) => runInWords(days, run, last))
  return `Taken ${[said.slice(0, -1).join(', '), said.at(-1)].filter((part) => part !== '').join(' and ')}`
}

function runsOf(days: readonly DayShown[]): Run[] {
  const runs: Run[] = []
  days.forEach(({ isTaken }, place) => {
    if (!isTaken) return
    const before = runs.at(-1)
    if (before !== undefined && before[1] === place - 1) runs[runs.length - 1] = [before[0], place]
    else runs.push([place, place])
  })
  return runs
}

/** "24–26 Nov"; "until 26 Nov" and "from 30 Nov" where nothing is known of the days before or after. */
function runInWords(days: readonly DayShown[], [first, last]: Run, end: number): string {
  const [from = '', to = ''] = [days[first]?.day, days[last]?.day]
  if (first === 0) return last === 0 ? 'today' : `until ${dayAndMonth(to)}`
  if (last === end) return `from ${dayAndMonth(from)}`
  if (first === last) return dayAndMonth(from)
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  // Between words that have spaces themselves the dash has spaces, too, or "Nov–2" is read together.
  return isOneMonth ? `${Number(from.slice(8))}–${dayAndMonth(to)}` : `${dayAndMonth(from)} – ${dayAndMonth(to)}`
}

const written = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
/** "24 Nov" */
const dayAndMonth = (day: string) => written(Date.parse(day))
