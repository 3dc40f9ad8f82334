import { HARBOUR_FLEET } from './fleets/harbour-hire.ts'
import { NORTHERN_FLEET } from './fleets/northern-wheels.ts'
import type { DemoVehicle } from './fleets/vehicle.ts'
import type { Scenery } from './pictures/scenery.ts'

/** The two businesses that a fresh run on one machine shows itself with (decisions: the demo tenant). */
export interface DemoTenant {
  readonly name: string
  readonly slug: string
  readonly primaryColor: string
  readonly contact: {
    readonly description: string
    readonly contactEmail: string
    readonly contactPhone: string
    readonly address: string
  }
  readonly staff: {
    readonly email: string
    readonly password: string
    readonly firstName: string
    readonly lastName: string
  }
  readonly fleet: readonly DemoVehicle[]
  readonly scenery: Scenery
  /** How many people have asked for a vehicle. */
  readonly customers: number
  /** What there is to do at the desk on the day on which the demo begins, whatever the lots say. */
  readonly today: readonly Appointment[]
  /** Days between two hires of a vehicle, fewest and most: with the fleet's size it gives the number of bookings. */
  readonly idleDays: readonly [number, number]
  /** Decides everything that is drawn by lot. */
  readonly seed: number
}

/** A hire round today. */
export interface Appointment {
  /** Number of the vehicle in the fleet. */
  readonly vehicle: number
  /** Days from today to the pickup; how many days. */
  readonly from: number
  readonly days: number
  readonly fate: 'pending' | 'approved'
  /** Hours ago that somebody asked for it, when it waits for a decision. */
  readonly asked?: number
}

export const DEMO_TENANTS: readonly DemoTenant[] = [
  {
    name: 'Harbour Hire',
    slug: 'harbour-hire',
    primaryColor: '#0f6fde',
    contact: {
      description: 'Cars and estates by the sea, ready when the ferry lands.',
      contactEmail: 'hello@harbour-hire.example',
      contactPhone: '02079460123',
      address: '4 Quayside, Portsmouth PO1 3AX',
    },
    staff: {
      email: 'staff@harbour-hire.example',
      password: 'harbour-demo-2026',
      firstName: 'Morgan',
      lastName: 'Ellis',
    },
    customers: 40,
    today: [
      // Should have been back yesterday.
      { vehicle: 0, from: -4, days: 3, fate: 'approved' },
      // Back today.
      { vehicle: 2, from: -3, days: 3, fate: 'approved' },
      { vehicle: 6, from: -5, days: 5, fate: 'approved' },
      // Out from today.
      { vehicle: 3, from: 0, days: 3, fate: 'approved' },
      { vehicle: 10, from: 0, days: 5, fate: 'approved' },
      // On the road.
      { vehicle: 4, from: -2, days: 6, fate: 'approved' },
      // Waiting for a decision; two of them want the same days.
      { vehicle: 1, from: 2, days: 2, fate: 'pending', asked: 1 },
      { vehicle: 11, from: 3, days: 1, fate: 'pending', asked: 3 },
      { vehicle: 8, from: 9, days: 3, fate: 'pending', asked: 5 },
      { vehicle: 2, from: 12, days: 4, fate: 'pending', asked: 9 },
      { vehicle: 6, from: 17, days: 5, fate: 'pending', asked: 14 },
      { vehicle: 4, from: 24, days: 7, fate: 'pending', asked: 21 },
      { vehicle: 7, from: 6, days: 3, fate: 'pending', asked: 30 },
      { vehicle: 7, from: 7, days: 4, fate: 'pending', asked: 34 },
    ],
    idleDays: [32, 78],
    seed: 20_260_101,
    fleet: HARBOUR_FLEET,
    scenery: 'harbour',
  },
  {
    name: 'Northern Wheels',
    slug: 'northern-wheels',
    primaryColor: '#1f7a4d',
    contact: {
      description: 'Straightforward hire in Leeds.',
      contactEmail: 'hello@northern-wheels.example',
      contactPhone: '01134960456',
      address: '18 Mill Lane, Leeds LS2 7EW',
    },
    staff: {
      email: 'staff@northern-wheels.example',
      password: 'northern-demo-2026',
      firstName: 'Asha',
      lastName: 'Holroyd',
    },
    customers: 8,
    today: [
      { vehicle: 0, from: -3, days: 2, fate: 'approved' },
      { vehicle: 1, from: 0, days: 4, fate: 'approved' },
      { vehicle: 2, from: -4, days: 4, fate: 'approved' },
      { vehicle: 3, from: 8, days: 2, fate: 'pending', asked: 4 },
    ],
    idleDays: [44, 84],
    seed: 20_260_102,
    fleet: NORTHERN_FLEET,
    scenery: 'dales',
  },
]
