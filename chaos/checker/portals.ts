import { addDays } from '@forecourt/domain/civil-date.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { VehicleAddedToFleet } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Answered, isAcknowledged } from './commands.ts'
import type { Evidence } from './evidence.ts'
import { dataOf } from './facts.ts'
import { type Hold, holdsIn } from './holds.ts'
import { statusesIn } from './let.ts'
import { turnaroundsIn } from './turnarounds.ts'

/**
 * Once all has followed, the portal of a business is what the log says: each of its vehicles with the status that it had last, and
 * with the days on which it cannot be had, those that are kept free around bookings among them (decisions: bookings). A visitor may
 * be shown a body that was kept since people were busy: right rows do not prove it right.
 */
export function faultsOfPortals({ history, log }: Evidence): string[] {
  const fleets = fleetsIn(log)
  const statusOf = statusesIn(log)
  const takenIn = takenAtTheEnd(log)
  const looks = history.requests.filter(({ asked }) => asked.atTheEnd === true).filter(isAcknowledged)
  return history.tenants.flatMap(({ businessId }) => {
    const theirs = looks.filter((look) => look.businessId === businessId)
    const vehicles = (fleets.get(businessId) ?? []).map((id): Vehicle => {
      const taken = takenIn(id, businessId)
      return { id, status: statusOf(id).at(-1)?.status ?? 'nothing', taken }
    })
    const fleet = theirs.filter(({ call }) => call === 'fleet')
    return [
      ...(fleet.length === 0 ? [`nobody has looked at the fleet of ${businessId}`] : []),
      ...fleet.flatMap((look) => fleetFaults(businessId, vehicles, look)),
      ...vehicles.flatMap((vehicle) =>
        calendarFaults(
          vehicle,
          theirs.filter(({ call, asked }) => call === 'bookedDates' && asked.id === vehicle.id),
        ),
      ),
    ]
  })
}

/** As the log says that it is at the end. */
interface Vehicle {
  readonly id: string
  readonly status: string
  /** The periods in which it cannot be had. */
  readonly taken: readonly string[]
}

function fleetFaults(businessId: string, vehicles: readonly Vehicle[], { answer }: Answered): string[] {
  const known = new Set(vehicles.map(({ id }) => id))
  return [
    ...Object.keys(answer.vehicles)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is in the portal of ${businessId}, and not in the log`),
    ...vehicles.flatMap(({ id, status, taken }) => {
      const shown = answer.vehicles[id]
      if (shown?.status !== status)
        return [`${id} is ${status} at the end, and ${shown?.status ?? 'not'} in the portal of ${businessId}`]
      // Of days that are written so the earlier ones come first.
      const soon = taken.filter((period) => period < shown.until)
      return differences(id, soon, shown.soon, 'its next days')
    }),
  ]
}

function calendarFaults({ id, taken }: Vehicle, looks: readonly Answered[]): string[] {
  if (looks.length === 0) return [`nobody has looked when ${id} can be had`]
  return looks.flatMap(({ answer: { periods } }) =>
    periods === null
      ? [`the calendar of ${id} says nothing that anybody understands`]
      : differences(id, taken, periods, 'its calendar'),
  )
}

const differences = (id: string, taken: readonly string[], shown: readonly string[], where: string): string[] => [
  ...without(taken, shown).map((period) => `${id} is taken ${period} at the end, and not in ${where}`),
  ...without(shown, taken).map((period) => `${id} is taken ${period} in ${where}, and not in the log`),
]

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
    .map((event) => dataOf(VehicleAddedToFleet, event))
  return new Map(
    [...Map.groupBy(added, ({ businessId }) => String(businessId))].map(([businessId, vehicles]) => [
      businessId,
      vehicles.map(({ vehicleId }) => vehicleId),
    ]),
  )
}
