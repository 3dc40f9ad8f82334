import { addDays, type CivilDate, daysBetween, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { drawLots, type Lots } from './lots.ts'
import type { Appointment, DemoTenant } from './tenants.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The first hires begin so long ago, the last ones so far ahead. */
export const FIRST_DAY = -176
export const LAST_DAY = 58
/** The business and its fleet were there before the first request. */
export const ONBOARDED = -215

/** What staff do with a booking. */
export interface Decision {
  readonly at: Date
  readonly change: { readonly status?: 'approved' | 'rejected' | 'completed'; readonly adminNotes?: string }
}

/** One booking of the demo, from the request to its end. */
export interface PlannedBooking {
  /** Number of the vehicle in the fleet, and of the customer. */
  readonly vehicle: number
  readonly customer: number
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
  readonly notes: string | undefined
  readonly requestedAt: Date
  /** In the order in which they are taken; none while it is pending. */
  readonly decisions: readonly Decision[]
}

type Fate = 'pending' | 'approved' | 'completed' | 'rejected' | 'cancelled'

const NOTES = [
  'Could we have a child seat, please?',
  'Arriving on the morning ferry.',
  'We will need an extra driver.',
  'Late return if at all possible.',
] as const
const ADMIN_NOTES = [
  'Called to confirm the time.',
  'Deposit paid by card.',
  'Returning customer.',
  'Asked for a receipt by e-mail.',
] as const

/**
 * How long vehicles stand idle between two hires, by the month in which they do, January first: twice as long in January
 * as in August.
 */
const SEASONS = [1.3, 1.25, 1.1, 1, 0.9, 0.8, 0.7, 0.65, 0.85, 1, 1.15, 1] as const

/** When a vehicle is wanted, in days from today; one of the tenant's appointments or not. */
interface Stay {
  readonly from: number
  readonly days: number
  readonly appointment?: Appointment
}

/**
 * The bookings of a tenant as they would be at `now`: always the same ones for the same day. Hires of a vehicle never
 * overlap; requests that wait may. Everything happened before `now`.
 */
export function planBookings(tenant: DemoTenant, now: Date): PlannedBooking[] {
  const lots = drawLots(tenant.seed)
  const today = todayIn('Europe/London', instantOf(now.getTime()))
  const bookings: PlannedBooking[] = []
  for (const vehicle of tenant.fleet.keys()) {
    for (const { from, days, appointment } of staysOf(tenant, vehicle, today, lots)) {
      const pickupDate = addDays(today, from)
      const dropoffDate = addDays(pickupDate, days)
      // Everybody asks once before anybody asks again.
      const turn = bookings.length
      const customer = turn < tenant.customers ? turn : lots.between(0, tenant.customers - 1)
      const notes = lots.happens(0.25) ? NOTES[lots.between(0, NOTES.length - 1)] : undefined
      const fate = appointment?.fate ?? fateOf(lots, from, from + days)
      const course = courseOf(fate, { pickupDate, dropoffDate }, { now, today, asked: appointment?.asked }, lots)
      bookings.push({ vehicle, customer, pickupDate, dropoffDate, notes, ...course })
    }
  }
  return bookings
}

/** The stays of a vehicle in their order: its appointments, and others by lot wherever there is room. */
function staysOf(tenant: DemoTenant, vehicle: number, today: CivilDate, lots: Lots): Stay[] {
  const [shortest, longest] = tenant.idleDays
  const appointments = tenant.today.filter((appointment) => appointment.vehicle === vehicle)
  const stays: Stay[] = appointments.map((appointment) => ({ ...appointment, appointment }))
  const idle = (from: number) =>
    Math.round(lots.between(shortest, longest) * (SEASONS[Number(addDays(today, from).slice(5, 7)) - 1] ?? 1))
  let from = FIRST_DAY + lots.between(0, longest)
  while (from <= LAST_DAY) {
    const days = lots.between(2, 9)
    // A day for the washing on either side.
    const inTheWay = appointments.find((other) => from <= other.from + other.days && other.from <= from + days)
    if (inTheWay === undefined) {
      stays.push({ from, days })
      from += days + idle(from)
    } else from = inTheWay.from + inTheWay.days + lots.between(2, 9)
  }
  return stays.toSorted((one, other) => one.from - other.from)
}

/** How a hire from the day `pickup` to the day `dropoff`, counted from today, stands today. */
function fateOf(lots: Lots, pickup: number, dropoff: number): Fate {
  if (dropoff <= 0) return lots.happens(0.8) ? 'completed' : lots.happens(0.6) ? 'rejected' : 'cancelled'
  if (pickup <= 0) return 'approved'
  return lots.happens(0.88) ? 'approved' : 'rejected'
}

function courseOf(
  fate: Fate,
  { pickupDate, dropoffDate }: Pick<PlannedBooking, 'pickupDate' | 'dropoffDate'>,
  { now, today, asked }: { readonly now: Date; readonly today: CivilDate; readonly asked: number | undefined },
  lots: Lots,
): Pick<PlannedBooking, 'requestedAt' | 'decisions'> {
  /** An hour of a day by the clock of UTC, but never later than now. */
  const at = (day: CivilDate, hour: number, latest: number) =>
    Math.min(Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS, latest)
  const nowMs = now.getTime()
  // What waits for an answer has its hour. Anything else was asked for some days before.
  const askedMs =
    asked !== undefined
      ? nowMs - asked * HOUR_MS
      : at(addDays(pickupDate, -lots.between(3, 24)), lots.between(8, 19), nowMs - lots.between(2, 9) * DAY_MS)
  const answeredMs = Math.min(askedMs + lots.between(1, 20) * HOUR_MS, nowMs - 40 * 60_000)
  const adminNotes = lots.happens(0.3) ? ADMIN_NOTES[lots.between(0, ADMIN_NOTES.length - 1)] : undefined
  const noted = adminNotes === undefined ? {} : { adminNotes }
  const approved: Decision = { at: new Date(answeredMs), change: { status: 'approved', ...noted } }
  const ended = daysBetween(dropoffDate, today) >= 0 ? at(dropoffDate, 16, nowMs - 20 * 60_000) : nowMs

  const decisions: Readonly<Record<Fate, readonly Decision[]>> = {
    pending: [],
    approved: [approved],
    completed: [approved, later(ended, 'completed')],
    rejected: [{ at: new Date(answeredMs), change: { status: 'rejected', ...noted } }],
    cancelled: [approved, later(Math.min(answeredMs + 26 * HOUR_MS, nowMs - 20 * 60_000), 'rejected')],
  }
  return { requestedAt: new Date(askedMs), decisions: decisions[fate] }
}

function later(ms: number, status: 'completed' | 'rejected'): Decision {
  return { at: new Date(ms), change: { status } }
}
