import type { CivilDate } from '@forecourt/domain/civil-date.ts'

/** What history is to be written. The same plan gives the same businesses, vehicles, people, days and decisions. */
export interface Plan {
  readonly seed: number
  readonly businesses: number
  readonly vehiclesEach: number
  /** All bookings together, those of the steady businesses among them. */
  readonly bookings: number
  /** The first so many businesses have so many bookings each, however many there are in all. */
  readonly steady: { readonly businesses: number; readonly bookingsEach: number }
  /** The day up to which history goes. Bookings near it are to come. */
  readonly today: CivilDate
}

/** What a plan is when nothing else is said: businesses of ten vehicles. */
export const USUAL = { seed: 1, businesses: 2_000, vehiclesEach: 10 } as const

/** How often each vehicle is asked for: of the steady businesses equally often, of all others as evenly as it goes. */
export function visitsOf({ businesses, vehiclesEach, bookings, steady }: Plan): (vehicle: number) => number {
  const steadyVehicles = steady.businesses * vehiclesEach
  const others = (businesses - steady.businesses) * vehiclesEach
  const left = Math.max(0, bookings - steady.businesses * steady.bookingsEach)
  return (vehicle) => {
    if (vehicle < steadyVehicles) return spread(steady.bookingsEach, vehiclesEach, vehicle % vehiclesEach)
    return spread(left, others, vehicle - steadyVehicles)
  }
}

/** The share of the nth of so many when the whole is dealt out evenly. */
const spread = (whole: number, parts: number, n: number): number =>
  Math.floor((whole * (n + 1)) / parts) - Math.floor((whole * n) / parts)
