/** The rule that the landing page lets people try, in small: a vehicle's days are given once (specification section 5). */

/** A request for days of one month; the last day is that of the return and stays free. */
export interface Stay {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly isApproved: boolean
}

/** A day that two people want, and who has it. */
export interface Clash {
  readonly day: number
  readonly wanted: string
  readonly has: Stay
}

export const DIARY: readonly Stay[] = [
  { name: 'Priya Sharma', from: 8, to: 11, isApproved: true },
  { name: 'Rhys Doyle', from: 10, to: 13, isApproved: false },
  { name: 'Elsie Lund', from: 16, to: 19, isApproved: false },
]

/** Approves somebody's request, unless an approved one has one of its days. */
export function approve(diary: readonly Stay[], name: string): readonly Stay[] | Clash {
  const asked = diary.find((stay) => stay.name === name)
  if (asked === undefined) return diary
  const has = diary.find(
    (other) => other.name !== name && other.isApproved && other.from < asked.to && asked.from < other.to,
  )
  if (has !== undefined) return { day: Math.max(has.from, asked.from), wanted: name, has }
  return diary.map((stay) => (stay === asked ? { ...stay, isApproved: true } : stay))
}

/** Whether a stay holds that day of the month: from pickup up to but excluding drop-off. */
export const covers = ({ from, to }: Stay, day: number) => from <= day && day < to

/** "8 → 11 Dec" */
export const stayInWords = ({ from, to }: Stay) => `${from} → ${to} Dec`
