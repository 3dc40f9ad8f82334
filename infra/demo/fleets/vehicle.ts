import type { VehicleDetails, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'
import type { Look } from '../pictures/vehicle.ts'

/** A vehicle of a demo tenant. */
export interface DemoVehicle {
  readonly details: Omit<VehicleDetails, 'dailyRate' | 'imagePath' | 'year'> & {
    /** Pounds a day. */
    readonly rate: number
    /** Years old. */
    readonly age: number
  }
  readonly look: Look
  /** What became of it since; `available` unless set. */
  readonly status?: VehicleStatus
}

/** One to read in a line or two: kind, drive and price in words, then what it looks like. */
export function vehicle(
  name: string,
  licensePlate: string,
  [category, capacity, transmission, fuelType]: readonly [
    VehicleDetails['category'],
    number,
    VehicleDetails['transmission'],
    VehicleDetails['fuelType'],
  ],
  { rate, age, description, status }: { rate: number; age: number; description: string; status?: VehicleStatus },
  look: Look,
): DemoVehicle {
  return {
    details: { name, category, capacity, transmission, fuelType, rate, age, licensePlate, description },
    look,
    ...(status === undefined ? {} : { status }),
  }
}
