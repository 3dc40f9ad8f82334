import { type DueDates as Dates, runsOutBefore } from '@forecourt/contracts/due-dates.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { addDays, longDay, shortDay } from '../../lib/dates.ts'

export type DueDates = Dates
export type Paper = keyof DueDates

/** In the order in which they are asked for and shown. */
export const PAPERS: readonly Paper[] = ['mot', 'service', 'insurance', 'tax']
export const paperName: Readonly<Record<Paper, string>> = {
  mot: 'MOT',
  service: 'Service',
  insurance: 'Insurance',
  tax: 'Tax',
}

/** What is due in so many days, or was, is told. */
export const SOON = 30

/** Something of a vehicle that is due, and how it is said. */
export interface Due {
  readonly paper: Paper
  readonly date: string
  readonly isPast: boolean
  /** "MOT ends Tue 8 Dec", "Service was due Tue 3 Nov" */
  readonly words: string
}

/** What of a vehicle is due within 30 days or past, the earliest first. */
export function dueSoon(dueDates: DueDates, today: string): readonly Due[] {
  const until = addDays(today, SOON)
  return PAPERS.flatMap((paper) => {
    const date = dueDates[paper]
    if (date === null || date > until) return []
    return [{ paper, date, isPast: date < today, words: dueWords(paper, date, today) }]
  }).toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
}

/** A paper holds through its last day; the service is to be done by its day. */
export function dueWords(paper: Paper, date: string, today: string): string {
  const name = paperName[paper]
  const day = date.slice(0, 4) === today.slice(0, 4) ? shortDay(date) : longDay(date)
  if (paper === 'service') {
    if (date === today) return `${name} due today`
    return date < today ? `${name} was due ${day}` : `${name} due ${day}`
  }
  if (date === today) return `${name} ends today`
  return date < today ? `${name} ran out ${day}` : `${name} ends ${day}`
}

interface Hire {
  readonly carId: string
  readonly dropoffDate: string
}

/**
 * What staff are asked before they approve a hire that runs past the MOT or the insurance of its vehicle; undefined when
 * nothing runs out, or the vehicle is not known.
 */
export function papersQuestion(
  { carId, dropoffDate }: Hire,
  fleet: readonly Pick<AdminVehicle, 'id' | 'name' | 'dueDates'>[],
): string | undefined {
  const vehicle = fleet.find(({ id }) => id === carId)
  if (vehicle === undefined) return undefined
  const { name, dueDates } = vehicle
  const papers = runsOutBefore(dropoffDate, dueDates).map((paper) => {
    const last = dueDates[paper]
    return `${inSentence[paper]} ends on ${last === null ? 'an unknown day' : longDay(last)}`
  })
  if (papers.length === 0) return undefined
  return `The hire of ${name} is over on ${longDay(dropoffDate)}, but ${papers.join(', and ')}. Approve it all the same?`
}

const inSentence = { mot: 'its MOT', insurance: 'its insurance' } as const
