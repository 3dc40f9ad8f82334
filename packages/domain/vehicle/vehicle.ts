import type { BusinessId, VehicleId } from '../ids.ts'
import type { VehicleDetails, VehicleEvent, VehicleStatus } from './events.ts'

/** A vehicle of a fleet; not there before it is added. */
export interface Vehicle {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly status: VehicleStatus
  readonly details: VehicleDetails
  /** It has left the fleet. Past bookings keep its name (decisions: bookings). */
  readonly removed: boolean
}
export type VehicleState = Vehicle | undefined

/** Folds one fact. Facts about a vehicle that was never added change nothing. */
export function evolve(vehicle: VehicleState, fact: VehicleEvent): VehicleState {
  if (fact.type === 'VehicleAddedToFleet') return { ...fact.data, removed: false }
  if (vehicle === undefined) return undefined
  switch (fact.type) {
    case 'VehicleDetailsChanged':
      return { ...vehicle, details: fact.data.details }
    case 'VehicleStatusChanged':
      return { ...vehicle, status: fact.data.to }
    case 'VehicleRemovedFromFleet':
      return { ...vehicle, removed: true }
    default:
      return fact satisfies never
  }
}
