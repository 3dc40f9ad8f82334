import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { type Due, dueSoon } from '../maintenance/due.ts'

type Vehicle = Pick<AdminVehicle, 'id' | 'name' | 'dueDates'>

/** What of the fleet the desk should know today. */
export function fleetToday(fleet: readonly Vehicle[], blocks: readonly Maintenance[], today: string) {
  const byId = new Map(fleet.map((vehicle) => [vehicle.id, vehicle]))
  return {
    /** The vehicles that are worked on, the first to come back first. */
    worked: blocks
      .filter(({ from, to }) => from <= today && today < to)
      .flatMap((block) => {
        const vehicle = byId.get(block.carId)
        return vehicle === undefined ? [] : [{ vehicle, block }]
      })
      .toSorted((one, other) => (one.block.to < other.block.to ? -1 : 1)),
    /** What is due within 30 days or past, the earliest first. */
    due: fleet
      .flatMap((vehicle) =>
        dueSoon(vehicle.dueDates, today).map((due): Due & { vehicle: Vehicle } => ({ ...due, vehicle })),
      )
      .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
  }
}
