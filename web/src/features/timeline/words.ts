import { longDay, shortDay } from '../../lib/dates.ts'
import { dateFormat } from '../../lib/formats.ts'
import { dayAt, type Kind, type Row, type Run, type Span, type Stretch } from './model.ts'

/** The texts of the timeline. */

export const kindWords: Readonly<Record<Kind, string>> = {
  booked: 'Booked',
  overdue: 'Overdue return',
  request: 'Request',
  maintenance: 'Maintenance',
}
/** Days that are kept free after a booking, as the legend has them. */
export const TURNROUND = 'Turn-round'
export const KINDS: readonly Kind[] = ['booked', 'request', 'maintenance', 'overdue']

/** "Booked: Ada Byron, Mon 8 → Wed 10 Dec" */
export const stretchInWords = ({ kind, name, dates }: Stretch): string => `${kindWords[kind]}: ${name}, ${dates}`

/** What a day of a vehicle is, for those who do not see it: "Tue 8 Dec 2026, free". */
export function dayInWords(span: Span, day: number, { stretches, turnround }: Row): string {
  const isThen = ({ from, to }: Run) => from <= day && day < to
  const there = [
    ...stretches.filter(isThen).map(stretchInWords),
    ...(turnround.some(isThen) ? ['kept free after a hire'] : []),
  ]
  const date = dayAt(span, day)
  return `${shortDay(date)} ${date.slice(0, 4)}, ${there.length === 0 ? 'free' : there.join('; ')}`
}

/** "8 December 2026 to 10 December 2026" as the days of a choice: both are days of it. */
export const choiceInWords = (span: Span, from: number, to: number): string =>
  to - from === 1 ? longDay(dayAt(span, from)) : `${longDay(dayAt(span, from))} to ${longDay(dayAt(span, to - 1))}`

const monthName = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "December 2026" */
export const monthInWords = (month: string): string => monthName(Date.parse(`${month}-01T00:00:00Z`))
