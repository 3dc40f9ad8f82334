import type { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { BookingRequest, bookingFields } from '@forecourt/contracts/booking.ts'
import { LONGEST_DAYS, tooFarAhead, tooLong, YEARS_AHEAD } from '@forecourt/contracts/booking-limits.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import * as z from 'zod/mini'
import { addDays, addYears, dayOfYear, daysBetween, longDay } from '../../lib/dates.ts'
import { pounds, totalFor } from '../../lib/money.ts'
import { type Attempt, type BookingDraft, type Field, isField } from './draft.ts'
import { texts } from './texts.ts'

/** Rules of the booking form (specification section 5). */

/** What the rules about days need to know. */
export interface Calendar {
  /** The business's day, `YYYY-MM-DD`. */
  readonly today: string
  /** The first day on which a hire can begin: today; for staff it is earlier. */
  readonly earliest: string
  /** What is said of a day before it. */
  readonly tooEarly: string
  /** What is booked of the chosen vehicle. */
  readonly booked: BookedDates
}

/** A toast's title and text. */
export interface Sentence {
  readonly title: string
  readonly description: string
}

export const DATE_FIELDS = ['pickupDate', 'dropoffDate'] as const
export type DateField = (typeof DATE_FIELDS)[number]
export type Complaints = Readonly<Partial<Record<Field, string>>>

const FORM = z.strictObject(bookingFields)

/** What the form needs to know of a vehicle. */
export type Choice = Pick<Vehicle, 'id' | 'name' | 'dailyRate' | 'status'>

/** Only available vehicles can be chosen. */
export const selectable = <Any extends Choice>(vehicles: readonly Any[]): Any[] =>
  vehicles.filter(({ status }) => status === 'available')

/**
 * Staff may also choose one that is `booked`: other days may be free (decisions: bookings). What was set by hand counts: that
 * a vehicle is out or worked on today says nothing of other days.
 */
export const selectableAtDesk = <Any extends Choice & { readonly storedStatus: Choice['status'] }>(
  vehicles: readonly Any[],
): Any[] => vehicles.filter(({ storedStatus }) => storedStatus === 'available' || storedStatus === 'booked')

/** A booked range blocks the days from pickup through the day before dropoff; the dropoff day is free. */
export const isBooked = (day: string, booked: BookedDates) =>
  booked.some(({ pickupDate, dropoffDate }) => pickupDate <= day && day < dropoffDate)

/** Whether a range shares a day with a booked one. */
export const conflicts = (pickup: string, dropoff: string, booked: BookedDates) =>
  booked.some(({ pickupDate, dropoffDate }) => pickup < dropoffDate && pickupDate < dropoff)

/** Whether a stay can begin on a day: it is free, and so is the next one, on which the stay could end. */
export const canBegin = (day: string, booked: BookedDates) =>
  !isBooked(day, booked) && !isBooked(addDays(day, 1), booked)

/** Whether a stay from a pickup can end on a day: nothing between them is booked, nor the day itself. */
export const canEnd = (pickup: string, day: string, booked: BookedDates) =>
  pickup < day && !isBooked(day, booked) && !conflicts(pickup, day, booked)

/** A day as a date field gives it: complete, and not a year that is still being typed. */
export const isDay = (text: string) => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)

/**
 * The days after another pickup was chosen. Whoever moves both begins with the pickup: a drop-off that is not after it any
 * more was chosen for the old one, so it is to be chosen anew and nothing is refused.
 */
export function withPickup(pickupDate: string, dropoffDate: string): Pick<BookingDraft, DateField> {
  const isOutrun = isDay(pickupDate) && isDay(dropoffDate) && dropoffDate <= pickupDate
  return { pickupDate, dropoffDate: isOutrun ? '' : dropoffDate }
}

/** Why a day just chosen is refused; undefined when it is not. That the days are the wrong way round is said of the drop-off. */
export function dateRefusal(
  field: DateField,
  { pickupDate, dropoffDate }: Pick<BookingDraft, DateField>,
  { today, earliest, tooEarly, booked }: Calendar,
): Sentence | undefined {
  const day = field === 'pickupDate' ? pickupDate : dropoffDate
  if (!isDay(day)) return undefined
  if (day < earliest) return { title: texts.invalidDate.title, description: tooEarly }
  if (isBooked(day, booked)) return texts.dateUnavailable
  if (field === 'dropoffDate' && isDay(pickupDate) && dropoffDate <= pickupDate) return texts.invalidDate
  const beyond = field === 'pickupDate' ? beyondHorizon(day, today) : beyondLength(pickupDate, day)
  return beyond === undefined ? undefined : { title: texts.invalidDate.title, description: beyond }
}

function beyondHorizon(pickup: string, today: string): string | undefined {
  const latest = addYears(today, YEARS_AHEAD)
  return pickup > latest ? tooFarAhead(dayOfYear(latest)) : undefined
}

const beyondLength = (pickup: string, dropoff: string) =>
  isDay(pickup) && daysBetween(pickup, dropoff) > LONGEST_DAYS ? tooLong(LONGEST_DAYS) : undefined

/**
 * What is wrong with the form, field by field; empty when it can be sent.
 * @param vehicles those that can be chosen
 */
export function complaints(draft: BookingDraft, vehicles: readonly Choice[], calendar: Calendar): Complaints {
  const { licence: _, attempt: __, ...fields } = draft
  const found: Partial<Record<Field, string>> = {}
  for (const { path, message } of z.safeParse(FORM, fields).error?.issues ?? []) {
    const [field] = path
    if (isField(field)) found[field] ??= message
  }
  if (draft.carId !== '' && !vehicles.some(({ id }) => id === draft.carId)) found.carId = texts.vehicleGone
  for (const field of DATE_FIELDS) {
    const said = dateComplaint(field, draft, calendar) ?? notMeant(draft[field], calendar)
    if (said !== undefined) found[field] ??= said
  }
  const { pickupDate, dropoffDate } = draft
  if (isDay(pickupDate) && pickupDate < dropoffDate && conflicts(pickupDate, dropoffDate, calendar.booked)) {
    found.pickupDate = texts.datesUnavailable.description
  }
  return found
}

/** Of a year such as 26 nothing is said while it is typed, as it may become 2026; where it is sent so, it is long past. */
const notMeant = (day: string, { tooEarly }: Calendar): string | undefined =>
  day === '' || isDay(day) ? undefined : tooEarly

/** What stands beside a date field. */
export const dateComplaint = (field: DateField, draft: BookingDraft, calendar: Calendar): string | undefined =>
  dateRefusal(field, draft, calendar)?.description

/** The toast that goes with complaints about days, the gravest first (specification section 5). */
export const toastOf = (found: Complaints) =>
  [texts.datesUnavailable, texts.invalidDate, texts.dateUnavailable].find(({ description }) =>
    [found.pickupDate, found.dropoffDate].includes(description),
  )

/** What a stay costs, as the form shows it. */
export interface Quote {
  readonly days: number
  /** Decimal pounds, two places. */
  readonly total: string
}

/** Days and price of the draft; undefined until a vehicle and days on which it could be had are chosen. */
export function quote(draft: BookingDraft, vehicle: Choice | undefined, calendar: Calendar): Quote | undefined {
  const { pickupDate, dropoffDate } = draft
  if (vehicle === undefined || !isDay(pickupDate) || !isDay(dropoffDate) || dropoffDate <= pickupDate) return undefined
  // What is refused beside the field has no price below it.
  if (DATE_FIELDS.some((field) => dateRefusal(field, draft, calendar) !== undefined)) return undefined
  const days = daysBetween(pickupDate, dropoffDate)
  return { days, total: totalFor(days, vehicle.dailyRate) }
}

/** "8 to 10 December 2026, 2 days, £90.00": what a choice of days means, for eyes and ears. */
export function rangeSentence(draft: BookingDraft, vehicle: Choice | undefined, calendar: Calendar): string {
  const { pickupDate, dropoffDate } = draft
  const { booked } = calendar
  const priced = quote(draft, vehicle, calendar)
  if (priced !== undefined) {
    const { days, total } = priced
    return `${range(pickupDate, dropoffDate)}, ${days} ${days === 1 ? 'day' : 'days'}, ${pounds(total)}`
  }
  if (vehicle === undefined) return 'Select a vehicle to see the days on which it is free.'
  if (isDay(pickupDate) && !isDay(dropoffDate)) {
    if (!isBooked(pickupDate, booked) && isBooked(addDays(pickupDate, 1), booked))
      return texts.noDropoff(longDay(pickupDate))
    return `Pickup on ${longDay(pickupDate)}. Now choose the drop-off day.`
  }
  return 'Choose the pickup and the drop-off day.'
}

/** "8 to 10 December 2026", as short as it can be said. */
function range(pickup: string, dropoff: string): string {
  const [day, month, year] = longDay(pickup).split(' ')
  const [, lastMonth, lastYear] = longDay(dropoff).split(' ')
  const from = year !== lastYear ? longDay(pickup) : month !== lastMonth ? `${day} ${month}` : day
  return `${from} to ${longDay(dropoff)}`
}

const Sent = z.object({ carId: z.string(), pickupDate: z.string(), dropoffDate: z.string() })

/**
 * The submission of a draft. Sent again unchanged it has the same key, so that it counts once however often it is sent;
 * a changed form gets a new key, unless nobody knows whether it arrived as it was: for the same vehicle either one of them counts
 * under that key. The reference is made when the form is first submitted and stays.
 * @param now instant in milliseconds
 */
export function attemptOf(
  draft: BookingDraft,
  total: string,
  { now, newKey }: { readonly now: number; readonly newKey: () => string },
): Attempt {
  const { licence, attempt, notes, ...fields } = draft
  const reference = attempt?.reference ?? `BR-${now}`
  const body = JSON.stringify({
    ...fields,
    notes: notes.trim() === '' ? null : notes,
    licenseImageUrl: licence?.where === 'server' ? licence.id : undefined,
    totalAmount: total,
    reference,
  })
  if (attempt?.body === body) return attempt
  const before = inDoubtOf(attempt)
  // A key counts for one vehicle.
  const key = before.find((one) => sentIn(one.body)?.carId === draft.carId)?.key ?? newKey()
  return { reference, body, key, ...(before.length > 0 ? { before } : {}) }
}

/** What of earlier submissions may have arrived though nobody has said so. */
const inDoubtOf = (attempt: Attempt | null): NonNullable<Attempt['before']> =>
  attempt === null
    ? []
    : [...(attempt.before ?? []), ...(attempt.inDoubt === true ? [{ key: attempt.key, body: attempt.body }] : [])]

/** Whether the server may have the draft's request, or what it was before it was changed. */
export const mayHaveArrived = ({ attempt }: BookingDraft): boolean => inDoubtOf(attempt).length > 0

const sentIn = (body: string) => z.safeParse(Sent, JSON.parse(body)).data

/** The request of an attempt. @throws when the draft could not be sent as it is */
export const requestOf = (attempt: Attempt): BookingRequest => z.parse(BookingRequest, JSON.parse(attempt.body))

/** Whether the draft's vehicle and days were submitted as they stand there: what becomes of them the server says. */
export function isSubmitted({ attempt, carId, pickupDate, dropoffDate }: BookingDraft): boolean {
  if (attempt === null) return false
  const sent = sentIn(attempt.body)
  return sent?.carId === carId && sent.pickupDate === pickupDate && sent.dropoffDate === dropoffDate
}
