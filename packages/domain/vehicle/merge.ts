import type { VehicleDetails, VehicleDueDates, VehicleStatus } from './events.ts'

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

/** The due dates as they are to be, by the same rule. */
export function dueDatesAfter(
  present: VehicleDueDates,
  { seen, dueDates: wanted }: { readonly seen?: VehicleDueDates | undefined; readonly dueDates: VehicleDueDates },
):
  | VehicleDueDates
  | {
      readonly parts: readonly (keyof VehicleDueDates)[]
      readonly present: VehicleDueDates
      readonly wanted: VehicleDueDates
    } {
  if (seen === undefined) return wanted
  const parts = PAPERS.filter((paper) => isTorn(seen[paper], wanted[paper], present[paper]))
  if (parts.length > 0) return { parts, present, wanted }
  const mine = PAPERS.filter((paper) => wanted[paper] !== seen[paper]).map((paper) => [paper, wanted[paper]])
  return { ...present, ...Object.fromEntries(mine) }
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

export const PAPERS = ['mot', 'service', 'insurance', 'tax'] as const satisfies readonly (keyof VehicleDueDates)[]
