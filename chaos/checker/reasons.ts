import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { isRefused, named } from './commands.ts'
import { CLOCKS_APART, type Evidence, SEEN_LATE, wasDuring } from './evidence.ts'
import { livesIn, scheduleFacts } from './facts.ts'
import { holdsIn } from './holds.ts'
import { ownersIn } from './owners.ts'
import { turnarounds } from './turnarounds.ts'

/**
 * Whoever is refused is told the truth: at some moment between the question and its answer somebody else held the days, or
 * the booking had a status from which the wanted one is not reached, or nobody knew the id. Doubt is said with a 503, never
 * with a 409 (SECURITY rule 6).
 */
export function faultsOfReasons({ history, log }: Evidence): string[] {
  const isTaken = takenIn(log)
  const isBarred = barredIn(log)
  const owners = ownersIn(log)
  const isUnknown = ({ asked, businessId }: Request) =>
    [asked.id, asked.maintenanceId, asked.carId].some((id) => id !== undefined && owners.get(String(id)) !== businessId)
  const isTrue = (request: Request, status: number, code: string): boolean => {
    if (status === 404) return isUnknown(request)
    if (code === 'dates-unavailable') return isTaken(request)
    return code !== 'transition-not-allowed' || isBarred(request)
  }
  return history.requests.filter(isRefused).flatMap((request) => {
    const { status, code } = request.answer
    if (isTrue(request, status, code)) return []
    return [`${named(request)} was refused (${status} ${code}), and nothing in the log is a reason for it`]
  })
}

interface Days {
  readonly stream: string
  readonly first: CivilDate
  readonly until: CivilDate
}

/** Whether somebody else held a day that is asked for, or one that is kept free beside it, at some time of the request. */
function takenIn(log: readonly Recorded[]): (request: Request) => boolean {
  const holds = Map.groupBy(holdsIn(log), ({ stream }) => stream)
  const { most } = turnarounds(log)
  const requested = new Map<string, Days>()
  for (const { type, stream, data } of scheduleFacts(log))
    if (type === 'BookingRequested')
      requested.set(data.bookingId, { stream, first: data.pickupDate, until: data.dropoffDate })
  return (request) => {
    const { asked, businessId, startedAt, endedAt, call } = request
    const wanted = call === 'changeBooking' ? requested.get(String(asked.id)) : daysAskedFor(request)
    if (wanted === undefined) return true
    const keptFree = most(businessId, startedAt, endedAt)
    return (holds.get(wanted.stream) ?? []).some(({ id, isBooking, first, until, from, to }) => {
      if (id === asked.id || from > endedAt + CLOCKS_APART || to < startedAt - SEEN_LATE) return false
      const apart = isBooking && call !== 'scheduleMaintenance' ? keptFree : 0
      return first < addDays(wanted.until, apart) && wanted.first < addDays(until, apart)
    })
  }
}

/** Undefined when the request names none. */
function daysAskedFor({ call, asked }: Request): Days | undefined {
  const [vehicle, from, to] =
    call === 'requestBooking' ? [asked.carId, asked.pickupDate, asked.dropoffDate] : [asked.id, asked.from, asked.to]
  if (from === undefined || to === undefined) return undefined
  return { stream: scheduleStream(VehicleId.parse(vehicle)), first: CivilDate.parse(from), until: CivilDate.parse(to) }
}

/** Statuses that a booking may have before it gets this one (specification section 4). */
const BEFORE: Readonly<Record<string, readonly BookingStatus[]>> = {
  approved: ['pending', 'completed'],
  rejected: ['pending', 'approved'],
  completed: ['approved'],
}

/** Whether the booking had a status, at some time of the request, from which the wanted one is not reached. */
function barredIn(log: readonly Recorded[]): (request: Request) => boolean {
  const lives = livesIn(log)
  return (request) => {
    const { asked } = request
    const before = BEFORE[String(asked.status)] ?? []
    return wasDuring(lives.get(String(asked.id))?.turns ?? [], request, ({ status }) => !before.includes(status))
  }
}
