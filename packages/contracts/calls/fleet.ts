import { BookedDates } from '../booked-dates.ts'
import { DueDatesEdit, DueDatesSaved } from '../due-dates.ts'
import { Fleet, FleetQuery } from '../fleet.ts'
import {
  AdminFleet,
  AdminFleetQuery,
  VehicleEdit,
  VehicleInput,
  VehicleRemoved,
  VehicleSaved,
  VehicleStatusChange,
  VehicleStatusChanged,
} from '../vehicle.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { BUSINESS, VEHICLE, VEHICLE_IMAGE } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = { name: 'Fleet', about: 'The vehicles of a business, and the days on which they can be had.' }

const vehicle = { names: 'vehicle', about: 'The vehicle.' } as const

const WROTE = ['X-Log-Position', 'Set-Cookie'] as const
const UNFIT = { 422: ['seats-out-of-range', 'year-out-of-range', 'image-unknown'] } as const

const golf = {
  name: 'VW Golf',
  description: 'Five doors, boot for two suitcases',
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: '45.00',
  licensePlate: 'AB12 CDE',
  year: 2024,
  imageUrl: VEHICLE_IMAGE,
} as const

export const fleetCalls: readonly Call[] = [
  {
    id: 'fleet',
    section,
    method: 'GET',
    path: '/api/cars',
    summary: "A business's fleet, by name",
    about: 'Each vehicle with how it is booked in the next 14 days; `GET /api/cars/{id}/booked-dates` says all.',
    service: 'query',
    access: 'anyone',
    query: FleetQuery,
    answers: rows('All its vehicles.', Fleet),
    refusals: { 404: ['not-found'] },
    example: { query: { businessSlug: BUSINESS } },
  },
  {
    id: 'bookedDates',
    section,
    method: 'GET',
    path: '/api/cars/{id}/booked-dates',
    summary: 'When a vehicle cannot be had',
    about:
      'Periods by pickup: of its approved bookings, with the days that the business keeps free after each and before the next, and of maintenance. Each blocks the days from the pickup through the day before the drop-off. What ended more than 30 days ago is left out.',
    service: 'query',
    access: 'anyone',
    params: { id: vehicle },
    answers: rows('The periods.', BookedDates),
    example: { params: { id: VEHICLE } },
  },
  {
    id: 'listVehicles',
    section,
    method: 'GET',
    path: '/api/admin/cars',
    summary: 'Your fleet, by name',
    service: 'query',
    access: 'member',
    query: AdminFleetQuery,
    answers: rows('A page of the vehicles.', AdminFleet, ['Link']),
    example: { query: { limit: '50', q: 'golf' } },
  },
  {
    id: 'addVehicle',
    section,
    method: 'POST',
    path: '/api/admin/cars',
    summary: 'Add a vehicle to your fleet',
    about:
      'A plate is stored in upper case with single spaces; one that does not look like a British one is warned about and never refused.',
    service: 'command',
    access: 'member',
    body: VehicleInput,
    idempotent: true,
    answers: { 201: json('The vehicle as it is stored.', VehicleSaved, WROTE) },
    refusals: UNFIT,
    example: { body: { ...golf, status: 'available' } },
  },
  {
    id: 'saveVehicle',
    section,
    method: 'PUT',
    path: '/api/admin/cars/{id}',
    summary: 'Save an edited vehicle',
    about: `The whole vehicle is sent: what is left out is empty from now on, but for the status, which stays.

Two people at a desk: \`from\` is the vehicle as you saw it. Then only what differs from it is saved, on top of what others have saved since; where they have changed the same to something else, nothing is. Without it nothing is compared.`,
    service: 'command',
    access: 'member',
    params: { id: vehicle },
    body: VehicleEdit,
    idempotent: true,
    answers: { 200: json('The vehicle as it is stored.', VehicleSaved, WROTE) },
    refusals: { 409: ['vehicle-changed'], ...UNFIT },
    example: { params: { id: VEHICLE }, body: golf },
  },
  {
    id: 'changeVehicleStatus',
    section,
    method: 'PUT',
    path: '/api/admin/cars/{id}/status',
    summary: 'Make a vehicle available or unavailable',
    about:
      'For two people at a desk: `from` is the `storedStatus` that you saw. Where others have given it another one since, and not the one that is asked for, theirs stays. Without it nothing is compared.',
    service: 'command',
    access: 'member',
    params: { id: vehicle },
    body: VehicleStatusChange,
    idempotent: true,
    answers: { 200: json('The stored status.', VehicleStatusChanged, WROTE) },
    refusals: { 409: ['vehicle-changed'] },
    example: { params: { id: VEHICLE }, body: { status: 'maintenance' } },
  },
  {
    id: 'changeDueDates',
    section,
    method: 'PUT',
    path: '/api/admin/cars/{id}/due-dates',
    summary: 'Note down when MOT, service, insurance and tax are due',
    about:
      'All four are sent: what is left out is unknown from now on. For two people at a desk: `from` is what you saw. Then only the dates that differ from it are saved; where others have changed the same to something else, nothing is. Without it nothing is compared. A date may be past; one more than ten years away was mistyped.',
    service: 'command',
    access: 'member',
    params: { id: vehicle },
    body: DueDatesEdit,
    idempotent: true,
    answers: { 200: json('The dates as they are stored.', DueDatesSaved, WROTE) },
    refusals: { 409: ['due-dates-changed'], 422: ['due-date-out-of-range'] },
    example: {
      params: { id: VEHICLE },
      body: { mot: '2027-03-31', service: '2027-01-15', insurance: '2027-06-30', tax: null },
    },
  },
  {
    id: 'removeVehicle',
    section,
    method: 'DELETE',
    path: '/api/admin/cars/{id}',
    summary: 'Remove a vehicle from your fleet',
    about: 'Its past bookings keep its name.',
    service: 'command',
    access: 'member',
    params: { id: vehicle },
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('It has left the fleet.', VehicleRemoved, WROTE) },
    refusals: { 409: ['vehicle-has-bookings'] },
    example: { params: { id: VEHICLE } },
  },
]
