import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { VehicleId } from '@forecourt/domain/ids.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { VehicleAddedToFleet } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Answered } from './commands.ts'
import { CLOCKS_JUMP } from './evidence.ts'
import { dataOf } from './facts.ts'
import { type Hold, holdsIn } from './holds.ts'
import { statusesIn } from './let.ts'
import { turnaroundsIn } from './turnarounds.ts'

/** A vehicle as a portal shows it. */
export interface Vehicle {
  readonly id: string
  readonly status: string
  /** The periods in which it cannot be had, as `2026-12-24/2026-12-27`. */
  readonly taken: readonly string[]
}

/** Up to where the log is looked at: a place, or its end. */
export type UpTo = bigint | 'end'

/** The portal of each business as the log up to a place has it. */
export interface PortalInLog {
  /** In a run no vehicle is taken off the fleet. */
  fleet(businessId: string, upTo: UpTo): readonly Vehicle[]
  /** Undefined when the business has no such vehicle by then. */
  vehicle(id: string, businessId: string, upTo: UpTo): Vehicle | undefined
}

/** Reads in the log what portals have to show: vehicles, their statuses, and when each cannot be had (decisions: bookings). */
export function portalIn(log: readonly Recorded[]): PortalInLog {
  const added = log
    .filter(({ type }) => type === VehicleAddedToFleet.type)
    .map((event) => ({ ...dataOf(VehicleAddedToFleet, event), position: event.position }))
  const fleets = Map.groupBy(added, ({ businessId }) => String(businessId))
  const statusesOf = statusesIn(log)
  const turnaroundsOf = turnaroundsIn(log)
  const holds = Map.groupBy(holdsIn(log), ({ stream }) => stream)

  const shown = (id: VehicleId, businessId: string, upTo: UpTo): Vehicle => {
    const keptFree = turnaroundsOf(businessId).findLast(isUpTo(upTo))?.days ?? 0
    const standing = (holds.get(scheduleStream(id)) ?? []).filter((hold) => isStanding(hold, upTo))
    const status = statusesOf(id).findLast(isUpTo(upTo))?.status ?? 'nothing'
    return { id, status, taken: standing.flatMap((hold) => periodsOf(hold, keptFree)) }
  }
  const fleetBy = (businessId: string, upTo: UpTo) => (fleets.get(businessId) ?? []).filter(isUpTo(upTo))
  return {
    fleet: (businessId, upTo) => fleetBy(businessId, upTo).map(({ vehicleId }) => shown(vehicleId, businessId, upTo)),
    vehicle: (id, businessId, upTo) =>
      fleetBy(businessId, upTo).some(({ vehicleId }) => vehicleId === id)
        ? shown(VehicleId.parse(id), businessId, upTo)
        : undefined,
  }
}

/** @param position undefined: before anything was said */
const isUpTo =
  (upTo: UpTo) =>
  ({ position }: { readonly position: bigint | undefined }): boolean =>
    upTo === 'end' || position === undefined || position <= upTo

const isStanding = ({ begunBy, endedBy }: Hold, upTo: UpTo): boolean =>
  upTo === 'end' ? endedBy === undefined : begunBy <= upTo && (endedBy === undefined || endedBy > upTo)

/** Days before a booking that nobody can have because of it are a period of their own. */
function periodsOf({ isBooking, first, until }: Hold, keptFree: number): string[] {
  if (!isBooking) return [`${first}/${until}`]
  const before = keptFree === 0 ? [] : [`${addDays(first, -keptFree)}/${first}`]
  return [...before, `${first}/${addDays(until, keptFree)}`]
}

/** What an answer that shows a fleet has otherwise. @param when the log has it so, in words */
export function fleetDifferences(
  businessId: string,
  fleet: readonly Vehicle[],
  look: Answered,
  when: string,
): string[] {
  const { answer } = look
  const known = new Set(fleet.map(({ id }) => id))
  return [
    ...Object.keys(answer.vehicles)
      .filter((id) => !known.has(id))
      .map((id) => `${id} is in the portal of ${businessId}, and not in its fleet ${when}`),
    ...fleet.flatMap(({ id, status, taken }) => {
      const shown = answer.vehicles[id]
      if (shown?.status !== status)
        return [`${id} is ${status} ${when}, and ${shown?.status ?? 'not'} in the portal of ${businessId}`]
      if (!isWindowOf(look, shown)) return [`${id} has its next days from ${shown.from} to ${shown.until}`]
      // Of days that are written so the earlier ones come first.
      const soon = taken.filter((period) => period < shown.until && (period.split('/')[1] ?? '') > shown.from)
      return differences(id, soon, shown.soon, when, 'its next days')
    }),
  ]
}

/** So many days from today a fleet says when its vehicles cannot be had (WEB 1, Portal). */
const NEXT_DAYS = 14

/** Whether these are the next days on some day of the request, as the process had it that answered. */
function isWindowOf(
  { startedAt, endedAt }: Answered,
  { from, until }: { readonly from: string; readonly until: string },
): boolean {
  const [earliest, latest] = [startedAt - CLOCKS_JUMP, endedAt + CLOCKS_JUMP].map((at) =>
    todayIn(DEFAULT_TIME_ZONE, instantOf(at)),
  )
  const days = [earliest, latest].flatMap((day) => day ?? [])
  return days.some((day) => day === from && addDays(day, NEXT_DAYS) === until)
}

/** What an answer that shows a vehicle's calendar has otherwise. @param when the log has it so, in words */
export const calendarDifferences = (
  { id, taken }: Vehicle,
  { answer: { periods } }: Answered,
  when: string,
): string[] =>
  periods === null
    ? [`the calendar of ${id} says nothing that anybody understands`]
    : differences(id, taken, periods, when, 'its calendar')

const differences = (
  id: string,
  taken: readonly string[],
  shown: readonly string[],
  when: string,
  where: string,
): string[] => [
  ...without(taken, shown).map((period) => `${id} is taken ${period} ${when}, and not in ${where}`),
  ...without(shown, taken).map((period) => `${id} is taken ${period} in ${where}, and not ${when}`),
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
