import type { Load, Measured, Pending, Requests } from '../load/load.ts'
import type { Side, Tenant } from '../sides/side.ts'

/** A side with what has been written to it so far: which requests were sent, and which bookings wait for a decision. */
export interface Visited {
  readonly side: Side
  /** Requests sent to the tenants of the town, the desk and the hot vehicles. */
  readonly sent: { others: number; desk: number; hot: number }
  /** Bookings of the other tenants that nobody has decided about, the oldest first. */
  pending: Pending[]
}

/** A side that nobody has written to. */
export const visited = (side: Side): Visited => ({ side, sent: { others: 0, desk: 0, hot: 0 }, pending: [] })

/** Requests for the vehicles of all tenants of the town, a vehicle of each in turn. */
export function requestsOfTown({ side, sent }: Visited): Requests {
  const longest = Math.max(...side.town.others.map(({ vehicles }) => vehicles.length))
  const vehicles = Array.from({ length: longest }, (_, index) =>
    side.town.others.flatMap((tenant) => tenant.vehicles[index] ?? []),
  ).flat()
  return { vehicles, first: sent.others, lookupKey: side.lookupKey, name: 'town' }
}

/** Requests for the vehicles of the business whose lists are read. */
export const requestsOfDesk = ({ side, sent }: Visited): Requests => ({
  vehicles: side.town.desk.vehicles,
  first: sent.desk,
  lookupKey: side.lookupKey,
  name: 'desk',
})

/** A vehicle is asked for so many times, every other day: nobody may ask for one more than two years ahead. */
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

/** Keeps the bookings that a load has made in the town, for staff to decide about. */
export function keepBooked(of: Visited, { made, used }: Measured): void {
  of.sent.others += used
  const owners = ownersOf(of.side.town.others)
  of.pending.push(
    ...made.flatMap(({ id, vehicle }) => {
      const owner = owners.get(vehicle)
      return owner === undefined ? [] : [{ id, cookie: owner.cookie }]
    }),
  )
}

/**
 * Drops the bookings that a load has decided about.
 * @returns in words, that there were too few of them: whoever has nothing to decide about has an easier time
 */
export function dropDecided(of: Visited, decided: Measured | undefined): string | undefined {
  const before = of.pending.length
  of.pending = of.pending.slice(decided?.used ?? 0)
  return of.pending.length === 0 ? `${of.side.name} had no more than ${before} bookings to decide about` : undefined
}

const ownersOf = (tenants: readonly Tenant[]): ReadonlyMap<string, Tenant> =>
  new Map(tenants.flatMap((tenant) => tenant.vehicles.map((vehicle) => [vehicle, tenant] as const)))

/** What "data changing" stands for. */
export const CHANGES_PER_SECOND = 50

/**
 * Changes to the tenant whose lists are read: a request and its rejection. They go to another process than the reads, as
 * Forecourt's do, where the side has one.
 */
export const changes = (of: Visited): Load => ({
  script: {
    kind: 'book and decide',
    requests: requestsOfDesk(of),
    cookie: of.side.town.desk.cookie,
    status: 'rejected',
  },
  targets: of.side.targets.slice(-1),
  // Enough for that pace when an answer takes its time.
  clients: 16,
  perSecond: CHANGES_PER_SECOND / 2,
})
