import {
  MaintenanceCancellation,
  MaintenanceCancelled,
  MaintenanceEdit,
  MaintenanceInput,
  MaintenanceList,
  MaintenanceSaved,
} from '../maintenance.ts'
import { MaintenanceOfVehicleQuery, MaintenanceQuery } from '../maintenance-query.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { MAINTENANCE, VEHICLE } from './examples.ts'

const section: Section = {
  name: 'Maintenance',
  about: 'Days on which a vehicle is worked on, and not let. No booking and no other maintenance has a day of them.',
}

const vehicle = { names: 'vehicle', about: 'The vehicle.' } as const
const maintenance = { names: 'maintenance', about: 'The maintenance of this vehicle.' } as const

const WROTE = ['X-Log-Position', 'Set-Cookie'] as const
const UNFIT = ['invalid-dates', 'maintenance-in-the-past', 'too-long', 'too-far-ahead'] as const
const works = { from: '2026-12-14', to: '2026-12-16', kind: 'service', note: 'Bay 2, winter tyres' } as const

export const maintenanceCalls: readonly Call[] = [
  {
    id: 'listMaintenance',
    section,
    method: 'GET',
    path: '/api/admin/maintenance',
    summary: 'Maintenance of your whole fleet, by vehicle and day',
    about:
      'What holds a day from `from` to the day before `to`. Without `from` from today, without `to` for 90 days; at most 366. Cancelled maintenance and vehicles that have left the fleet are left out.',
    service: 'query',
    access: 'member',
    query: MaintenanceQuery,
    answers: rows('The maintenance.', MaintenanceList),
    example: { query: { from: '2026-12-01', to: '2027-03-01' } },
  },
  {
    id: 'listMaintenanceOfVehicle',
    section,
    method: 'GET',
    path: '/api/admin/cars/{id}/maintenance',
    summary: 'Maintenance of a vehicle, by day',
    about:
      'What holds a day from `from` to the day before `to`. Without `from` from a year ago, without `to` without an end.',
    service: 'query',
    access: 'member',
    params: { id: vehicle },
    query: MaintenanceOfVehicleQuery,
    answers: rows('The maintenance.', MaintenanceList),
    example: { params: { id: VEHICLE }, query: { from: '2026-01-01', to: '2027-01-01' } },
  },
  {
    id: 'scheduleMaintenance',
    section,
    method: 'POST',
    path: '/api/admin/cars/{id}/maintenance',
    summary: 'Take a vehicle out of hire for some days',
    about: `Half-open days: \`to\` is the first one on which the vehicle can be had again. Over an approved booking or other maintenance it is refused. The days that a business keeps free after a booking may be used: they are what maintenance is done in.

\`requests\` are those that cannot be approved any more. They wait as before: reject each with \`PUT /api/admin/bookings/{id}\`, so that each renter is written to.`,
    service: 'command',
    access: 'member',
    params: { id: vehicle },
    body: MaintenanceInput,
    idempotent: true,
    answers: { 201: json('The maintenance as it is stored.', MaintenanceSaved, WROTE) },
    refusals: { 409: ['dates-unavailable'], 422: UNFIT },
    example: { params: { id: VEHICLE }, body: works },
  },
  {
    id: 'changeMaintenance',
    section,
    method: 'PUT',
    path: '/api/admin/cars/{id}/maintenance/{maintenanceId}',
    summary: 'Move maintenance, or describe it otherwise',
    about:
      'All of it is sent. For two people at a desk: `seen` is the maintenance as you saw it. Then only what differs from it is saved, on top of what others have saved since; where they have changed the same to something else, nothing is. Without it nothing is compared. What has been stays: when the work has begun, only its end can be moved; when it is over, only what is said of it can be changed.',
    service: 'command',
    access: 'member',
    params: { id: vehicle, maintenanceId: maintenance },
    body: MaintenanceEdit,
    idempotent: true,
    answers: { 200: json('The maintenance as it is stored.', MaintenanceSaved, WROTE) },
    refusals: {
      409: [
        'dates-unavailable',
        'maintenance-changed',
        'maintenance-started',
        'maintenance-over',
        'maintenance-cancelled',
      ],
      422: UNFIT,
    },
    example: { params: { id: VEHICLE, maintenanceId: MAINTENANCE }, body: works },
  },
  {
    id: 'cancelMaintenance',
    section,
    method: 'DELETE',
    path: '/api/admin/cars/{id}/maintenance/{maintenanceId}',
    summary: 'Cancel maintenance',
    about:
      'Its days are free from now on. What is over took place and cannot be cancelled. For two people at a desk: `seen` is the maintenance as you saw it. Where others have moved it since, or made something else of it, it stands. Without it nothing is compared.',
    service: 'command',
    access: 'member',
    params: { id: vehicle, maintenanceId: maintenance },
    body: MaintenanceCancellation,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('It is cancelled.', MaintenanceCancelled, WROTE) },
    refusals: { 409: ['maintenance-over', 'maintenance-changed'] },
    example: { params: { id: VEHICLE, maintenanceId: MAINTENANCE } },
  },
]
