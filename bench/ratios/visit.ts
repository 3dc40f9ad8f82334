import type { Load, Measured, Pending, Requests } from '../load/load.ts'
import { fewAmong } from '../load/requests.ts'
import type { Side, Tenant } from '../sides/side.ts'

/** A side with what has been written to it so far: which requests were sent, and which bookings wait for a decision. */
export interface Visited {
  readonly side: Side
  /** Requests sent to the tenants of the town, the desk and the hot vehicles. */
  readonly sent: { others: number; desk: number; hot: number }
  /** Bookings of the other tenants that nobody has decided about, the oldest first. */
  pending: Pending[]
  /** Those of the business whose lists are read. */
  pendingAtDesk: Pending[]
}

/** A side that nobody has written to. */
export const neverVisited = (side: Side): Visited => ({
  side,
  sent: { others: 0, desk: 0, hot: 0 },
  pending: [],
  pendingAtDesk: [],
})

/** A vehicle takes fifty requests that nobody has decided about; some to spare, as they are not decided about in their order. */
const MOST_WAITING = 45

/** How many requests of the town may wait for a decision. */
export const mostWaiting = ({ side }: Visited): number =>
  MOST_WAITING * side.town.others.reduce((sum, { vehicles }) => sum + vehicles.length, 0)

/** How many more requests the town has room for. */
export const roomInTown = (visited: Visited): number => Math.max(0, mostWaiting(visited) - visited.pending.length)

/** Requests for the vehicles of all tenants of the town, a vehicle of each in turn, while they have room. */
export function requestsOfTown(visited: Visited): Requests {
  const { side, sent } = visited
  const longest = Math.max(...side.town.others.map(({ vehicles }) => vehicles.length))
  const vehicles = Array.from({ length: longest }, (_, index) =>
    side.town.others.flatMap((tenant) => tenant.vehicles[index] ?? []),
  ).flat()
  return { vehicles, first: sent.others, count: roomInTown(visited), lookupKey: side.lookupKey, name: 'town' }
}

/** Requests for the vehicles of the business whose lists are read. */
export const requestsOfDesk = ({ side, sent }: Visited): Requests => ({
  vehicles: side.town.desk.vehicles,
  first: sent.desk,
  lookupKey: side.lookupKey,
  name: 'desk',
})

/** Of a mixed load, each request and decision of this number is about the business whose lists are read: so these change. */
const AT_DESK_EVERY = 20

const roomAtDesk = ({ side, pendingAtDesk }: Visited): number =>
  Math.max(0, MOST_WAITING * side.town.desk.vehicles.length - pendingAtDesk.length)

/** Requests for the vehicles of the town, and now and then for one of the business whose lists are read, while it has room. */
export function requestsOfAll(visited: Visited): Requests {
  const atDesk = { ...requestsOfDesk(visited), count: roomAtDesk(visited) }
  return { ...requestsOfTown(visited), name: 'mix', besides: { every: AT_DESK_EVERY, requests: atDesk } }
}

/** Bookings to decide about of the town and, as often as they are asked for, of the business whose lists are read. */
export function pendingOfAll({ pending, pendingAtDesk }: Visited): Pending[] {
  const mix = { every: AT_DESK_EVERY, few: pendingAtDesk.length }
  const mixed: Pending[] = []
  for (let number = 0; ; number += 1) {
    const before = fewAmong(number, mix)
    const next = fewAmong(number + 1, mix) > before ? pendingAtDesk[before] : pending[number - before]
    if (next === undefined) return mixed
    mixed.push(next)
  }
}

/** A vehicle is asked for so many times, every other day: less than two years ahead, as in a full diary. */
const FULL = 300

/** Requests for one vehicle, and for the next one when its days are given away. */
export const requestsOfHot = ({ side, sent }: Visited): Requests => ({
  vehicles: side.town.hot.vehicles,
  inARow: FULL,
  first: sent.hot,
  lookupKey: side.lookupKey,
  name: 'hot',
})

/** The next load begins with a vehicle that nobody has asked for. */
export function leaveHot({ sent }: Visited, used: number): void {
  sent.hot += Math.ceil(used / FULL) * FULL
}

/** Keeps the bookings that a load has made, for staff to decide about. */
export function keepBooked(visited: Visited, { made, used }: Measured): void {
  const { desk, others } = visited.side.town
  const owners = ownersOf([desk, ...others])
  let atDesk = 0
  for (const { id, vehicle } of made) {
    const owner = owners.get(vehicle)
    if (owner === undefined) continue
    if (owner === desk) atDesk += 1
    const pending = owner === desk ? visited.pendingAtDesk : visited.pending
    pending.push({ id, cookie: owner.cookie })
  }
  visited.sent.desk += atDesk
  visited.sent.others += used - atDesk
}

/**
 * Keeps what a load has made in the town.
 * @returns in words, that it had to end early: a request more would have been refused
 */
export function keepTown(visited: Visited, booked: Measured | undefined): string | undefined {
  if (booked !== undefined) keepBooked(visited, booked)
  return roomInTown(visited) === 0 ? `${visited.side.name} had no room for more requests` : undefined
}

/**
 * Drops the bookings that a load has decided about.
 * @returns in words, that there were too few of them: whoever has nothing to decide about has an easier time
 */
export function dropDecided(visited: Visited, decided: Measured | undefined): string | undefined {
  const before = visited.pending.length
  visited.pending = visited.pending.slice(decided?.used ?? 0)
  return visited.pending.length === 0
    ? `${visited.side.name} had no more than ${before} bookings to decide about`
    : undefined
}

/**
 * Drops and keeps what a mixed load has decided about and made.
 * @returns in words, that what was looked at changed less often than it was to
 */
export function keepMixed(
  visited: Visited,
  booked: Measured | undefined,
  decided: Measured | undefined,
): string | undefined {
  const taken = pendingOfAll(visited).slice(0, decided?.used ?? 0)
  const atDesk = taken.filter(({ cookie }) => cookie === visited.side.town.desk.cookie).length
  visited.pending = visited.pending.slice(taken.length - atDesk)
  visited.pendingAtDesk = visited.pendingAtDesk.slice(atDesk)
  const hadEnough = visited.pending.length > 0 && visited.pendingAtDesk.length > 0
  const hadNoRoom = keepTown(visited, booked)
  if (!hadEnough) return `${visited.side.name} had too few bookings to decide about`
  return roomAtDesk(visited) === 0 ? `${visited.side.name} had no room for more requests at the desk` : hadNoRoom
}

const ownersOf = (tenants: readonly Tenant[]): ReadonlyMap<string, Tenant> =>
  new Map(tenants.flatMap((tenant) => tenant.vehicles.map((vehicle) => [vehicle, tenant] as const)))

/** What "data changing" stands for. */
export const CHANGES_PER_SECOND = 50

/**
 * Changes to the tenant whose lists are read: requests, and what becomes of them. They go to another process than the reads, as
 * Forecourt's do, where the side has one.
 * @param decisions in the end none holds its days, so that there is room for the next
 */
export const changes = (
  visited: Visited,
  decisions: readonly ['rejected'] | readonly ['approved', 'rejected'],
): Load => ({
  script: {
    kind: 'book and decide',
    requests: requestsOfDesk(visited),
    cookie: visited.side.town.desk.cookie,
    decisions,
  },
  targets: visited.side.targets.slice(-1),
  // Enough for that pace when an answer takes its time.
  clients: 16,
  perSecond: CHANGES_PER_SECOND / (1 + decisions.length),
})
