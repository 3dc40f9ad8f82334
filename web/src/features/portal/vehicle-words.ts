import type { Vehicle } from '@forecourt/contracts/fleet.ts'

/** How the specification's values are shown (section 3: `sedan` is shown as "Saloon"). */
export const categoryName = {
  compact: 'Compact',
  suv: 'SUV',
  sedan: 'Saloon',
  luxury: 'Luxury',
  estate: 'Estate',
} as const satisfies Record<Vehicle['category'], string>

/** Transmissions in words. */
export const transmissionName = {
  automatic: 'Automatic',
  manual: 'Manual',
} as const satisfies Record<Vehicle['transmission'], string>

/** Fuels in words. */
export const fuelName = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  hybrid: 'Hybrid',
  electric: 'Electric',
} as const satisfies Record<Vehicle['fuelType'], string>

const statusName = {
  available: 'Available',
  booked: 'Booked',
  maintenance: 'Maintenance',
  unavailable: 'Unavailable',
} as const satisfies Record<Vehicle['status'], string>

/**
 * How the vehicle stands. Whether it can be chosen hangs on its status alone: one that is out today may be had on other
 * days, and the calendar says on which.
 */
export function standing({ status, outToday }: Pick<Vehicle, 'status' | 'outToday'>): {
  readonly word: string
  readonly canBeChosen: boolean
} {
  const canBeChosen = status === 'available'
  return { word: canBeChosen && outToday ? 'Out today' : statusName[status], canBeChosen }
}
