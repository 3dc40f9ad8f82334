import type { AdminBooking } from '@forecourt/contracts/booking.ts'
import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import { addDays, daysBetween } from '../../lib/dates.ts'

/**
 * Rules of the vehicle timeline. Days are counted from the first one that it shows, and periods are half-open: the day on
 * which a vehicle comes back is not one of its hire.
 */

/** What holds days of a vehicle: an approved booking, one that is not back, a request, or maintenance. */
export type Kind = 'booked' | 'overdue' | 'request' | 'maintenance'

export interface Run {
  /** The first day, and the first one after it. */
  readonly from: number
  readonly to: number
}

export interface Stretch extends Run {
  readonly id: string
  readonly kind: Kind
  /** Which line of its vehicle's row it is in, from 0. */
  readonly lane: number
  /** "Ada Byron", "MOT" */
  readonly name: string
  /** "Mon 8 → Wed 10 Dec" */
  readonly dates: string
  /** It begins before the first day that is shown, or ends after the last one. */
  readonly isCut: boolean
  /** Days in its line behind it that nothing else takes; more than `MOST_BESIDE` are not counted. */
  readonly beside: number
}

/** A name that is longer than its days is seen over so many more, where they are free. */
export const MOST_BESIDE = 4

/** The days that a timeline shows. */
export interface Span {
  readonly first: string
  readonly days: number
}

export const indexOf = ({ first }: Span, day: string): number => daysBetween(first, day)
export const dayAt = ({ first }: Span, index: number): string => addDays(first, index)

/** What of a period is shown; undefined when nothing is. */
export function clipped({ from, to }: Run, days: number): (Run & { readonly isCut: boolean }) | undefined {
  const shown = { from: Math.max(from, 0), to: Math.min(to, days) }
  return shown.from >= shown.to ? undefined : { ...shown, isCut: from < 0 || to > days }
}

export const overlap = (one: Run, other: Run): boolean => one.from < other.to && other.from < one.to

/** Lines that a row has at most; what finds no place in them is a number. */
export const MOST_LANES = 3

/** Puts what shares days into lines of their own, in the given order: the first line that is free. `unplaced` found none. */
export function inLanes<Item extends Run>(items: readonly Item[], most = MOST_LANES) {
  const lanes: Run[][] = []
  const placed: (Item & { readonly lane: number })[] = []
  const unplaced: Item[] = []
  for (const item of items) {
    const free = lanes.findIndex((lane) => !lane.some((other) => overlap(item, other)))
    const lane = free === -1 ? lanes.length : free
    if (lane >= most) {
      unplaced.push(item)
      continue
    }
    lanes[lane] = [...(lanes[lane] ?? []), item]
    placed.push({ ...item, lane })
  }
  return { placed, unplaced }
}

/** How many days follow in its line before something else begins. */
function besideOf<Item extends Run & { readonly lane: number }>({ lane, to }: Item, all: readonly Item[]): number {
  const next = all.filter((other) => other.lane === lane && other.from >= to).map(({ from }) => from - to)
  return Math.min(MOST_BESIDE, ...next)
}

/** One vehicle of the timeline: what is shown of its days. */
export interface Row {
  readonly stretches: readonly Stretch[]
  /** What found no line. */
  readonly unplaced: readonly Run[]
  /** Days that are kept free after bookings. */
  readonly turnround: readonly Run[]
}

/** What a row takes of the screen. */
export interface Room {
  /** Lines. */
  readonly lanes: number
  /** Requests that have no place. */
  readonly hidden: number
}

/** The room that a row takes while these days are in sight: what is far away takes none. A bar keeps its line all the same. */
export function roomOf({ stretches, unplaced }: Row, sight: Run): Room {
  const lanes = stretches.filter((stretch) => overlap(stretch, sight)).map(({ lane }) => lane + 1)
  return { lanes: Math.max(1, ...lanes), hidden: unplaced.filter((run) => overlap(run, sight)).length }
}

interface Words {
  readonly booking: (booking: AdminBooking) => Pick<Stretch, 'name' | 'dates'>
  readonly block: (block: Maintenance) => Pick<Stretch, 'name' | 'dates'>
}

interface Schedule {
  readonly bookings: readonly AdminBooking[]
  readonly blocks: readonly Maintenance[]
  readonly turnaroundDays: number
}

/**
 * What a vehicle's row shows: what holds its days for certain in the first line, requests wherever there is room. A booking
 * that should be back and is not holds its vehicle through today.
 * @param turnaroundDays that the business keeps free after each approved booking
 */
export function rowOf({ bookings, blocks, turnaroundDays }: Schedule, span: Span, today: string, words: Words): Row {
  const held = bookings.flatMap((booking) => {
    if (booking.status !== 'approved' && booking.status !== 'pending') return []
    const isOverdue = booking.status === 'approved' && booking.dropoffDate < today
    const to = isOverdue ? addDays(today, 1) : booking.dropoffDate
    const shown = clipped({ from: indexOf(span, booking.pickupDate), to: indexOf(span, to) }, span.days)
    if (shown === undefined) return []
    const kind: Kind = booking.status === 'pending' ? 'request' : isOverdue ? 'overdue' : 'booked'
    return [{ id: booking.id, kind, ...shown, ...words.booking(booking) }]
  })
  const worked = blocks.flatMap((block) => {
    const shown = clipped({ from: indexOf(span, block.from), to: indexOf(span, block.to) }, span.days)
    return shown === undefined ? [] : [{ id: block.id, kind: 'maintenance' as const, ...shown, ...words.block(block) }]
  })
  const turnround = bookings.flatMap(({ status, dropoffDate }) => {
    const from = indexOf(span, dropoffDate)
    return status === 'approved' ? (clipped({ from, to: from + turnaroundDays }, span.days) ?? []) : []
  })
  const { placed, unplaced } = inLanes([...held, ...worked].toSorted(certainFirst))
  const stretches = placed.map((stretch) => ({ ...stretch, beside: besideOf(stretch, placed) }))
  return { stretches, unplaced, turnround }
}

const RANK: Readonly<Record<Kind, number>> = { booked: 0, maintenance: 0, overdue: 1, request: 2 }
const certainFirst = (one: Run & { readonly kind: Kind }, other: Run & { readonly kind: Kind }) =>
  RANK[one.kind] - RANK[other.kind] || one.from - other.from

/** The days from the one where a drag began to the one where it is, whichever comes first. */
export const dragged = (anchor: number, at: number): Run => ({
  from: Math.min(anchor, at),
  to: Math.max(anchor, at) + 1,
})

/** What stands in the way of maintenance; requests do not. */
const holds = ({ kind }: Pick<Stretch, 'kind'>) => kind === 'booked' || kind === 'maintenance'

/**
 * The free days round a day, from today on; undefined when the day itself cannot be had. A drag ends where they do.
 * @param today counted as all days here
 */
export function freeRound(day: number, stretches: readonly Stretch[], today: number, days: number): Run | undefined {
  if (day < today || day >= days) return undefined
  const held = stretches.filter(holds)
  if (held.some(({ from, to }) => from <= day && day < to)) return undefined
  return {
    from: Math.max(today, ...held.filter(({ to }) => to <= day).map(({ to }) => to)),
    to: Math.min(days, ...held.filter(({ from }) => from > day).map(({ from }) => from)),
  }
}

/** The days that a drag chooses: those between its ends that are free. */
export function chosen(anchor: number, at: number, free: Run): Run {
  const asked = dragged(anchor, at)
  return { from: Math.max(asked.from, free.from), to: Math.min(asked.to, free.to) }
}

/** A month as far as it is shown. */
export interface Month extends Run {
  /** `YYYY-MM` */
  readonly id: string
}

export function monthsIn(span: Span): readonly Month[] {
  const months: Month[] = []
  for (let from = 0; from < span.days; ) {
    const day = dayAt(span, from)
    const next = nextMonth(day)
    const to = Math.min(indexOf(span, next), span.days)
    months.push({ id: day.slice(0, 7), from, to })
    from = to
  }
  return months
}

/** The first of the month after a day's. */
function nextMonth(day: string): string {
  const inIt = addDays(`${day.slice(0, 7)}-01`, 31)
  return `${inIt.slice(0, 7)}-01`
}

/** The same day so many months later, or the month's last one when it is shorter; within what is shown. */
export function monthsOn(span: Span, index: number, step: 1 | -1): number {
  const day = dayAt(span, index)
  const first = step === 1 ? nextMonth(day) : `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
  const length = daysBetween(first, nextMonth(first))
  const wanted = addDays(first, Math.min(Number(day.slice(8)), length) - 1)
  return Math.min(Math.max(indexOf(span, wanted), 0), span.days - 1)
}
