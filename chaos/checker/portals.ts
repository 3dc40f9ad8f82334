import { addDays } from '@forecourt/domain/civil-date.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { VehicleAddedToFleet } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Answered, isAcknowledged } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { type Hold, holdsIn } from './holds.ts'
import { statusesIn } from './let.ts'
import { turnaroundsIn } from './turnarounds.ts'

/**
 * Once all has followed, the portal of a business is what the log says: each of its vehicles with the status that it had last, and
 * with the days on which it cannot be had, those that are kept free around bookings among them (decisions: bookings). Visitors
 * are shown what was kept for others, so that nothing else tells.
 */
export function faultsOfPortals({ history, log }: Evidence): string[] {
  const fleets = fleetsIn(log)
  const statusOf = statusesIn(log)
  const isTaken = takenAtTheEnd(log)
  const looks = history.requests.filter(({ asked }) => asked.atTheEnd === true).filter(isAcknowledged)
  return history.tenants.flatMap(({ businessId }) => {
    const theirs = looks.filter((look) => look.businessId === businessId)
    const vehicles = new Map(
      (fleets.get(businessId) ?? []).map((id) => [id, statusOf(id).at(-1)?.status ?? 'nothing'] as const),
    )
    return [
      ...fleetFaults(
        businessId,
        vehicles,
        theirs.find(({ call }) => call === 'fleet'),
      ),
      ...[...vehicles.keys()].flatMap((id) =>
        calendarFaults(
          id,
          isTaken(id, businessId),
          theirs.find(({ call, asked }) => call === 'bookedDates' && asked.id === id),
        ),
      ),
    ]
  })
}

function fleetFaults(businessId: string, vehicles: ReadonlyMap<string, string>, look: Answered | undefined): string[] {
  if (look === undefined) return [`nobody has looked at the fleet of ${businessId}`]
  const shown = look.answer.vehicles
  return [
    ...Object.keys(shown)
      .filter((id) => !vehicles.has(id))
      .map((id) => `${id} is in the portal of ${businessId}, and not in the log`),
    ...[...vehicles]
      .filter(([id, status]) => shown[id] !== status)
      .map(([id, status]) => `${id} is ${status} at the end, and ${shown[id] ?? 'not'} in the portal of ${businessId}`),
  ]
}

function calendarFaults(id: string, taken: readonly string[], look: Answered | undefined): string[] {
  const shown = look?.answer.periods
  if (shown === undefined || shown === null) return [`nobody has looked when ${id} can be had`]
  const [missing, tooMany] = [without(taken, shown), without(shown, taken)]
  return [
    ...missing.map((period) => `${id} is taken ${period} at the end, and not in its calendar`),
    ...tooMany.map((period) => `${id} is taken ${period} in its calendar, and not in the log`),
  ]
}

/** What of the first is not in the second, as often as it is not. */
function without(some: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return some.filter((one) => {
    const place = left.indexOf(one)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** The periods in which a vehicle of a business cannot be had at the end, as its calendar shows them. */
function takenAtTheEnd(log: readonly Recorded[]): (vehicle: string, businessId: string) => string[] {
  const standing = Map.groupBy(
    holdsIn(log).filter(({ endedBy }) => endedBy === undefined),
    ({ stream }) => stream,
  )
  const turnarounds = turnaroundsIn(log)
  return (vehicle, businessId) => {
    const keptFree = turnarounds(businessId).at(-1)?.days ?? 0
    return (standing.get(scheduleStream(VehicleId.parse(vehicle))) ?? []).flatMap((hold) => periodsOf(hold, keptFree))
  }
}

/** Days before a booking that nobody can have because of it are a period of their own. */
function periodsOf({ isBooking, first, until }: Hold, keptFree: number): string[] {
  if (!isBooking) return [`${first}/${until}`]
  const before = keptFree === 0 ? [] : [`${addDays(first, -keptFree)}/${first}`]
  return [...before, `${first}/${addDays(until, keptFree)}`]
}

/** Vehicles of each business: in a run none is taken off the fleet. */
function fleetsIn(log: readonly Recorded[]): ReadonlyMap<string, readonly string[]> {
  const added = log
    .filter(({ type }) => type === VehicleAddedToFleet.type)
    .map(({ data }) => VehicleAddedToFleet.data.parse(JSON.parse(data)))
  return new Map(
    [...Map.groupBy(added, ({ businessId }) => String(businessId))].map(([businessId, vehicles]) => [
      businessId,
      vehicles.map(({ vehicleId }) => vehicleId),
    ]),
  )
}
