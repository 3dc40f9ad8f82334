import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { CLOCKS_APART } from './evidence.ts'
import { scheduleFacts } from './facts.ts'
import { holdsIn } from './holds.ts'
import { knownBy, type Told } from './told.ts'
import { mostKeptFree } from './turnarounds.ts'

interface Days {
  readonly stream: string
  readonly first: CivilDate
  readonly until: CivilDate
}

/** Whether somebody else held a day that is asked for, or one that is kept free beside it, at some time of the request. */
export function takenIn(log: readonly Recorded[], told: Told): (request: Request) => boolean {
  const holds = Map.groupBy(holdsIn(log), ({ stream }) => stream)
  const most = mostKeptFree(log, told)
  const requested = new Map<string, Days>()
  for (const { type, stream, data } of scheduleFacts(log))
    if (type === 'BookingRequested')
      requested.set(data.bookingId, { stream, first: data.pickupDate, until: data.dropoffDate })
  return (request) => {
    const { asked, startedAt, endedAt, call } = request
    const wanted = call === 'changeBooking' ? requested.get(String(asked.id)) : daysAskedFor(request)
    if (wanted === undefined) return true
    const keptFree = most(request)
    return (holds.get(wanted.stream) ?? []).some(({ id, isBooking, first, until, from, to, endedBy }) => {
      const isOver = startedAt > knownBy({ at: to, position: endedBy }, told)
      if (id === asked.id || from > endedAt + CLOCKS_APART || isOver) return false
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
