import type { VehicleDetails, VehicleStatus } from './events.ts'

/** What a save of a vehicle says. Without a status it is not about that. */
export interface Saveable {
  readonly details: VehicleDetails
  readonly status?: VehicleStatus | undefined
}

/** A part of a vehicle that one person changes by itself. */
export type VehiclePart = keyof VehicleDetails | 'status'

interface Wanted extends Saveable {
  /** The vehicle as the person who saves saw it. */
  readonly seen?: Saveable | undefined
}

/**
 * The vehicle as it is to be: what the person has changed since they saw it, on top of what it is now. Or the parts which
 * somebody else has changed too meanwhile, into something else. Whoever does not say what they saw has changed everything.
 */
export function mergedInto(
  present: { readonly details: VehicleDetails; readonly status: VehicleStatus },
  { seen, details, status }: Wanted,
): Saveable | { readonly parts: readonly VehiclePart[] } {
  if (seen === undefined) return { details, status }
  const parts = PARTS.filter((part) => isTorn(seen.details[part], details[part], present.details[part]))
  const isStatusTorn = status !== undefined && isTorn(seen.status ?? status, status, present.status)
  if (parts.length > 0 || isStatusTorn) return { parts: isStatusTorn ? [...parts, 'status'] : parts }
  const mine = Object.fromEntries(
    PARTS.filter((part) => details[part] !== seen.details[part]).map((part) => [part, details[part]]),
  )
  return { details: { ...present.details, ...mine }, ...(status === seen.status ? {} : { status }) }
}

/** Both have changed it, and not into the same. */
const isTorn = (seen: unknown, mine: unknown, present: unknown): boolean =>
  mine !== seen && present !== seen && mine !== present

const PARTS = [
  'name',
  'description',
  'category',
  'capacity',
  'transmission',
  'fuelType',
  'dailyRate',
  'licensePlate',
  'year',
  'imagePath',
] as const satisfies readonly (keyof VehicleDetails)[]
