import type { VehicleDetails, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'

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
  /** How many people have asked for a vehicle. */
  readonly customers: number
  /** Days between two hires of a vehicle, fewest and most: with the fleet's size it gives the number of bookings. */
  readonly idleDays: readonly [number, number]
  /** Decides everything that is drawn by lot. */
  readonly seed: number
}

export interface DemoVehicle {
  readonly details: Omit<VehicleDetails, 'dailyRate' | 'imagePath' | 'year'> & {
    /** Pounds a day. */
    readonly rate: number
    /** Years old. */
    readonly age: number
  }
  readonly paint: string
  /** What became of it since; `available` unless set. */
  readonly status?: VehicleStatus
}

type Row = readonly [
  name: string,
  category: VehicleDetails['category'],
  capacity: number,
  transmission: VehicleDetails['transmission'],
  fuelType: VehicleDetails['fuelType'],
  rate: number,
  age: number,
  licensePlate: string,
  paint: string,
  description: string,
]

function vehicle(row: Row, status?: VehicleStatus): DemoVehicle {
  const [name, category, capacity, transmission, fuelType, rate, age, licensePlate, paint, description] = row
  return {
    details: { name, category, capacity, transmission, fuelType, rate, age, licensePlate, description },
    paint,
    ...(status === undefined ? {} : { status }),
  }
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
    idleDays: [22, 48],
    seed: 20_260_101,
    fleet: [
      vehicle([
        'Ford Fiesta',
        'compact',
        5,
        'manual',
        'petrol',
        32,
        2,
        'HB24 FST',
        '#2f6fb3',
        'Small outside, easy to park on the front.',
      ]),
      vehicle([
        'Vauxhall Corsa Electric',
        'compact',
        5,
        'automatic',
        'electric',
        39,
        1,
        'HB25 CRS',
        '#e0a526',
        'About 220 miles on a charge; the cable is in the boot.',
      ]),
      vehicle([
        'Toyota Yaris Hybrid',
        'compact',
        5,
        'automatic',
        'hybrid',
        36,
        1,
        'HB25 YRS',
        '#b33a3a',
        'Sips fuel in town.',
      ]),
      vehicle([
        'Nissan Qashqai',
        'suv',
        5,
        'automatic',
        'petrol',
        54,
        2,
        'HB24 QSH',
        '#5c6670',
        'High seats and room for two pushchairs.',
      ]),
      vehicle([
        'Kia Sorento',
        'suv',
        7,
        'automatic',
        'hybrid',
        78,
        1,
        'HB25 SRN',
        '#24493f',
        'Seven seats, with rails for a roof box.',
      ]),
      vehicle(
        [
          'Land Rover Discovery Sport',
          'suv',
          7,
          'automatic',
          'diesel',
          92,
          3,
          'HB23 DSC',
          '#3b3f45',
          'Four-wheel drive, with a tow bar.',
        ],
        'maintenance',
      ),
      vehicle([
        'Škoda Octavia',
        'sedan',
        5,
        'manual',
        'petrol',
        45,
        3,
        'HB23 OCT',
        '#8c98a4',
        'A long boot and a quiet cabin.',
      ]),
      vehicle([
        'Tesla Model 3',
        'sedan',
        5,
        'automatic',
        'electric',
        85,
        1,
        'HB25 TSL',
        '#d7dbe0',
        'Charges at any public point; the card is included.',
      ]),
      vehicle([
        'BMW 5 Series',
        'luxury',
        5,
        'automatic',
        'hybrid',
        118,
        1,
        'HB25 BMW',
        '#1d2b4f',
        'For long motorways and short tempers.',
      ]),
      vehicle(
        [
          'Jaguar F-Pace',
          'luxury',
          5,
          'automatic',
          'diesel',
          125,
          2,
          'HB24 JAG',
          '#5a1f2b',
          'Leather, and a sunroof for the coast road.',
        ],
        'unavailable',
      ),
      vehicle([
        'Volvo V60',
        'estate',
        5,
        'automatic',
        'hybrid',
        72,
        2,
        'HB24 VLV',
        '#41617c',
        'Swallows surfboards; the dog guard is fitted.',
      ]),
      vehicle([
        'Ford Focus Estate',
        'estate',
        5,
        'manual',
        'diesel',
        48,
        4,
        'HB22 FCS',
        '#7a7f3f',
        'The one for moving house.',
      ]),
    ],
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
    idleDays: [30, 60],
    seed: 20_260_102,
    fleet: [
      vehicle([
        'Volkswagen Polo',
        'compact',
        5,
        'manual',
        'petrol',
        30,
        3,
        'NW23 PLO',
        '#b5482c',
        'Cheap to run and easy to like.',
      ]),
      vehicle(['Hyundai Tucson', 'suv', 5, 'automatic', 'hybrid', 58, 1, 'NW25 TCN', '#4b5a66', 'Made for the Dales.']),
      vehicle([
        'Peugeot 508 SW',
        'estate',
        5,
        'automatic',
        'diesel',
        56,
        2,
        'NW24 PGT',
        '#2c3f63',
        'Room for five and their boots.',
      ]),
      vehicle([
        'Mercedes-Benz E-Class',
        'luxury',
        5,
        'automatic',
        'diesel',
        110,
        2,
        'NW24 MBE',
        '#202225',
        'For weddings and airports.',
      ]),
    ],
  },
]
