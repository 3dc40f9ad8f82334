import { BOOKING, MAINTENANCE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of maintenance and due dates, see `FIELDS`. */
export const MAINTENANCE_FIELDS: Readonly<Record<string, Field>> = {
  dueDates: { about: 'Until when its papers last, and by when it is to be serviced.' },
  mot: { about: 'Last day of its MOT; null when unknown.', example: '2027-03-31', format: 'date' },
  service: { about: 'By when it is to be serviced; null when unknown.', example: '2027-01-15', format: 'date' },
  insurance: { about: 'Last day of its insurance; null when unknown.', example: '2027-06-30', format: 'date' },
  tax: { about: 'Last day for which it is taxed; null when unknown.', example: '2027-02-28', format: 'date' },
  note: {
    about: 'A word about the work and the vehicle, never about a person: it is kept for ever.',
    example: 'Bay 2, winter tyres',
  },
  requests: { about: 'Requests that cannot be approved because of it, the earliest first. Nearly always none.' },
  cancelled: { about: 'It does not take place, or no longer.' },
  'MaintenanceInput.kind': { about: 'What is done.' },
  'MaintenanceInput.from': { about: 'First day of the work.', example: '2026-12-14', format: 'date' },
  'MaintenanceInput.to': {
    about: 'First day on which the vehicle can be had again.',
    example: '2026-12-16',
    format: 'date',
  },
  'MaintenanceEdit.kind': { about: 'What is done.' },
  'MaintenanceEdit.from': { about: 'First day of the work.', example: '2026-12-14', format: 'date' },
  'MaintenanceEdit.to': {
    about: 'First day on which the vehicle can be had again.',
    example: '2026-12-16',
    format: 'date',
  },
  'MaintenanceEdit.seen': { about: 'The maintenance as you saw it.' },
  'MaintenanceCancellation.seen': { about: 'The maintenance as you saw it.' },
  'DueDatesEdit.from': { about: 'The dates as you saw them.' },
  ...maintenanceFields('Maintenance'),
  ...maintenanceFields('MaintenanceSaved'),
  ...maintenanceFields('MaintenanceSeen'),
  'MaintenanceCancelled.id': { about: 'Id.', example: MAINTENANCE },
  'RequestInTheWay.id': { about: 'Id of the booking.', example: BOOKING },
}

function maintenanceFields(schema: string): Record<string, Field> {
  return {
    [`${schema}.id`]: { about: 'Id.', example: MAINTENANCE },
    [`${schema}.kind`]: { about: 'What is done.' },
    [`${schema}.from`]: { about: 'First day of the work.', example: '2026-12-14' },
    [`${schema}.to`]: { about: 'First day on which the vehicle can be had again.', example: '2026-12-16' },
  }
}
