import { VEHICLE_IMAGE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of vehicles' bodies: see `FIELDS`. */
export const FLEET_FIELDS: Readonly<Record<string, Field>> = {
  description: { about: 'What else there is to say.', example: 'Five doors, boot for two suitcases' },
  category: { about: 'Class of the vehicle.' },
  capacity: { about: 'Seats.', example: 5 },
  transmission: { about: 'Gearbox.' },
  fuelType: { about: 'What it runs on.' },
  licensePlate: { about: 'Number plate, in upper case with single spaces.', example: 'AB12 CDE' },
  year: { about: 'Year of make, from 1990 to the next one.', example: 2024 },
  imageUrl: { about: 'Path of its picture; null without one.', example: VEHICLE_IMAGE },
  imageSrcset: {
    about: 'The picture in its widths, as the `srcset` of an `img` takes it.',
    example: `${VEHICLE_IMAGE}?w=320 320w, ${VEHICLE_IMAGE}?w=640 640w`,
  },
  outToday: { about: 'It cannot be had today. Other days may be free all the same.', example: false },
  nextDays: { about: 'How it is booked in the next 14 days, so that a whole fleet can be shown with one call.' },
  'NextDays.from': { about: "The business's today.", example: '2026-12-01' },
  'NextDays.until': { about: 'Nothing is said of this day and of later ones.', example: '2026-12-15' },
  'NextDays.booked': {
    about: 'What takes one of these days, as in the booked dates of the vehicle, by first day.',
  },
  storedStatus: {
    about:
      'The status as staff set it; `status` shows `booked` for a vehicle that is out today, `maintenance` for one that is worked on.',
  },
  removed: { about: 'It has left the fleet.' },
  warnings: { about: 'What is worth a second look. It is saved all the same.' },
  path: { about: 'Which field it is about, such as `customerEmail`.', example: 'licensePlate' },
  message: { about: 'One sentence for a person.', example: 'AB12 does not look like a UK number plate.' },
  'Vehicle.name': { about: 'Name.', example: 'VW Golf' },
  'AdminVehicle.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleInput.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleStatusChange.from': {
    about: 'The `storedStatus` that you saw, not its `status`, which says `booked` of a vehicle that is out today.',
    example: 'available',
  },
  'VehicleEdit.name': { about: 'Name.', example: 'VW Golf' },
  'VehicleEdit.from': { about: 'The vehicle as you saw it: what others have saved since is not overwritten.' },
  'VehicleSaved.name': { about: 'Name.', example: 'VW Golf' },
  'AdminBooking.car.name': { about: 'Name.', example: 'VW Golf' },
}
