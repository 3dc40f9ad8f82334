import type { Maintenance } from '@forecourt/contracts/maintenance.ts'
import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { type Due, dueSoon } from '../maintenance/due.ts'

type Vehicle = Pick<AdminVehicle, 'id' | 'name' | 'status' | 'dueDates'>

interface Worked {
  readonly vehicle: Vehicle
  /** Undefined: its status says so, for as long as nobody changes it. */
  readonly block: Maintenance | undefined
}

/** What of the fleet the desk should know today. */
export function fleetToday(fleet: readonly Vehicle[], blocks: readonly Maintenance[], today: string) {
  const byId = new Map(fleet.map((vehicle) => [vehicle.id, vehicle]))
  const planned = blocks
    .filter(({ from, to }) => from <= today && today < to)
    .flatMap((block): Worked[] => {
      const vehicle = byId.get(block.carId)
      return vehicle === undefined ? [] : [{ vehicle, block }]
    })
    .toSorted((one, other) => ((one.block?.to ?? '') < (other.block?.to ?? '') ? -1 : 1))
  const known = new Set(planned.map(({ vehicle }) => vehicle.id))
  return {
    /** The vehicles that are worked on, the first to come back first; then those that staff have set to maintenance. */
    worked: [
      ...planned,
      ...fleet
        .filter(({ id, status }) => status === 'maintenance' && !known.has(id))
        .map((vehicle): Worked => ({ vehicle, block: undefined })),
    ],
    /** What is due within 30 days or past, the earliest first. */
    due: fleet
      .flatMap((vehicle) =>
        dueSoon(vehicle.dueDates, today).map((due): Due & { vehicle: Vehicle } => ({ ...due, vehicle })),
      )
      .toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0)),
  }
}
