import { VehicleStatusChanged } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Request } from '../history.ts'
import type { Evidence } from './evidence.ts'
import { scheduleFacts } from './facts.ts'
import { decidedFrom, during, heardOf, type Told, toldIn, turnsOf } from './told.ts'

/**
 * Nobody is given a vehicle of which somebody was told that it is out of service: when their request was decided it may have
 * been known to be available. The request is appended to the vehicle's schedule, whose revision says nothing of its status.
 */
export function faultsOfLetting({ history, log }: Evidence): string[] {
  const statuses = statusesIn(log)
  const told = toldIn({ history, log })
  const earliest = decidedFrom(history)
  return scheduleFacts(log).flatMap((fact) => {
    if (fact.type !== 'BookingRequested') return []
    const before = statuses(fact.data.vehicleId).filter(
      ({ position }) => position === undefined || position < fact.position,
    )
    if (heardOf(before, earliest(fact), told).some(isLet)) return []
    const { bookingId, vehicleId } = fact.data
    return [`${vehicleId} was out of service, and let: ${bookingId} at ${fact.position}`]
  })
}

/** Whether the vehicle that is asked for was out of service at some time of the request. */
export function outOfServiceIn(log: readonly Recorded[], told: Told): (request: Request) => boolean {
  const statuses = statusesIn(log)
  return (request) => during(statuses(String(request.asked.carId)), request, told).some((turn) => !isLet(turn))
}

const isLet = ({ status }: { readonly status: string }) => status === 'available'

/** Every status that a vehicle has ever had, in the order of the log. */
export const statusesIn = (log: readonly Recorded[]) =>
  turnsOf(log, VehicleStatusChanged, ({ vehicleId, to }) => [vehicleId, { status: to }], { status: 'available' })
