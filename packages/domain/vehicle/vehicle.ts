import type { BusinessId, VehicleId } from '../ids.ts'
import type { VehicleDetails, VehicleDueDates, VehicleEvent, VehicleStatus } from './events.ts'

/** A vehicle of a fleet; not there before it is added. */
export interface Vehicle {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly status: VehicleStatus
  readonly details: VehicleDetails
  readonly dueDates: VehicleDueDates
  /** It has left the fleet. Past bookings keep its name (decisions: bookings). */
  readonly removed: boolean
}
export type VehicleState = Vehicle | undefined

/** Of a vehicle nobody has said when it is due. */
export const NO_DUE_DATES: VehicleDueDates = { mot: null, service: null, insurance: null, tax: null }

/** Folds one fact. Facts about a vehicle that was never added change nothing. */
export function evolve(vehicle: VehicleState, fact: VehicleEvent): VehicleState {
  if (fact.type === 'VehicleAddedToFleet') return { ...fact.data, dueDates: NO_DUE_DATES, removed: false }
  if (vehicle === undefined) return undefined
  switch (fact.type) {
    case 'VehicleDetailsChanged':
      return { ...vehicle, details: fact.data.details }
    case 'VehicleStatusChanged':
      return { ...vehicle, status: fact.data.to }
    case 'VehicleDueDatesChanged':
      return { ...vehicle, dueDates: fact.data.dueDates }
    case 'VehicleRemovedFromFleet':
      return { ...vehicle, removed: true }
    default:
      return fact satisfies never
  }
}
