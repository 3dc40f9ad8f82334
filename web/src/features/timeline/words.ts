import { longDay, shortDay } from '../../lib/dates.ts'
import { dayAt, type Kind, type Span, type Stretch } from './model.ts'

/** The texts of the timeline. */

export const kindWords: Readonly<Record<Kind, string>> = {
  booked: 'Booked',
  overdue: 'Overdue return',
  request: 'Request',
  maintenance: 'Maintenance',
}
export const KINDS: readonly Kind[] = ['booked', 'request', 'maintenance', 'overdue']

/** "Booked: Ada Byron, Mon 8 → Wed 10 Dec" */
export const stretchInWords = ({ kind, name, dates }: Stretch): string => `${kindWords[kind]}: ${name}, ${dates}`

/** What a day of a vehicle is, for those who do not see it: "Tue 8 Dec 2026, free". */
export function dayInWords(span: Span, day: number, stretches: readonly Stretch[]): string {
  const there = stretches.filter(({ from, to }) => from <= day && day < to)
  const date = dayAt(span, day)
  const what = there.length === 0 ? 'free' : there.map(stretchInWords).join('; ')
  return `${shortDay(date)} ${date.slice(0, 4)}, ${what}`
}

/** "8 December 2026 to 10 December 2026" as the days of a choice: both are days of it. */
export const choiceInWords = (span: Span, from: number, to: number): string =>
  to - from === 1 ? longDay(dayAt(span, from)) : `${longDay(dayAt(span, from))} to ${longDay(dayAt(span, to - 1))}`

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "December 2026" */
export const monthInWords = (month: string): string => monthName.format(Date.parse(`${month}-01T00:00:00Z`))
