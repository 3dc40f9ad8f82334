import type { Vehicle } from '@forecourt/contracts/vehicle.ts'

/** How the specification's values are shown (section 3: `sedan` is shown as "Saloon"). */
export const categoryName = {
  compact: 'Compact',
  suv: 'SUV',
  sedan: 'Saloon',
  luxury: 'Luxury',
  estate: 'Estate',
} as const satisfies Record<Vehicle['category'], string>

export const transmissionName = {
  automatic: 'Automatic',
  manual: 'Manual',
} as const satisfies Record<Vehicle['transmission'], string>

export const fuelName = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  hybrid: 'Hybrid',
  electric: 'Electric',
} as const satisfies Record<Vehicle['fuelType'], string>

export const statusName = {
  available: 'Available',
  booked: 'Booked',
  maintenance: 'Maintenance',
  unavailable: 'Unavailable',
} as const satisfies Record<Vehicle['status'], string>
