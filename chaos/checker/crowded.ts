import type { BookingId } from '@forecourt/domain/ids.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { MOST_PENDING } from '@forecourt/domain/schedule/request.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import { STATUS_AFTER, scheduleFacts } from './facts.ts'
import { during, type Told, type Turn } from './told.ts'

/** How many requests for a vehicle waited from a time on. */
interface Crowd extends Turn {
  readonly waiting: number
}

/** Whether as many requests for the vehicle waited, at some time of this one, as may. */
export function crowdedIn(log: readonly Recorded[], told: Told): (request: Request) => boolean {
  const crowds = new Map(
    [...Map.groupBy(scheduleFacts(log), ({ stream }) => stream)].map(([of, facts]) => [of, crowdsIn(facts)]),
  )
  return (request) => {
    const vehicle = VehicleId.safeParse(request.asked.carId).data
    if (vehicle === undefined) return false
    const turns = crowds.get(scheduleStream(vehicle)) ?? []
    return during(turns, request, told).some(({ waiting }) => waiting >= MOST_PENDING)
  }
}

function crowdsIn(facts: ReturnType<typeof scheduleFacts>): readonly Crowd[] {
  const waiting = new Set<BookingId>()
  const crowds: Crowd[] = []
  for (const { type, data, recordedAt, position } of facts) {
    const status = STATUS_AFTER[type]
    if (status === undefined || !('bookingId' in data)) continue
    if (status === 'pending') waiting.add(data.bookingId)
    else waiting.delete(data.bookingId)
    crowds.push({ at: recordedAt.getTime(), position, waiting: waiting.size })
  }
  return crowds
}
