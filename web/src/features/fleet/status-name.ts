import type { VehicleStatus } from '@forecourt/contracts/fleet.ts'

/** What staff read for a vehicle's status. */
export const statusName: Readonly<Record<VehicleStatus, string>> = {
  available: 'Available',
  booked: 'Booked',
  maintenance: 'Maintenance',
  unavailable: 'Unavailable',
}
