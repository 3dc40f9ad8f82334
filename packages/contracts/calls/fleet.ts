import { BookedDates } from '../booking.ts'
import { AdminFleet, AdminFleetQuery, Fleet, FleetQuery } from '../vehicle.ts'
import { type Call, rows, type Section } from './call.ts'
import { BUSINESS, VEHICLE } from './examples.ts'

const section: Section = { name: 'Fleet', about: 'The vehicles of a business, and the days on which they can be had.' }

const vehicle = { names: 'vehicle', about: 'The vehicle.' } as const

export const fleetCalls: readonly Call[] = [
  {
    id: 'fleet',
    section,
    method: 'GET',
    path: '/api/cars',
    summary: "A business's fleet, by name",
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
      'The periods of its approved bookings, by pickup. Each blocks the days from the pickup through the day before the drop-off. What ended more than 30 days ago is left out.',
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
]
