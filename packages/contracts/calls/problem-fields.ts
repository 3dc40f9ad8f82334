import { BOOKING, MAINTENANCE } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of refusals: see `FIELDS`. */
export const PROBLEM_FIELDS: Readonly<Record<string, Field>> = {
  type: { about: 'Names the kind of problem.', example: 'urn:forecourt:problem:not-found' },
  title: { about: 'Name of the status.', example: 'Not Found' },
  detail: { about: 'One sentence for a person.', example: 'Not found' },
  code: { about: 'A stable slug that programs may match.', example: 'not-found' },
  errors: { about: 'What is wrong with each field.' },
  conflicts: { about: '`dates-unavailable`, for staff: the approved bookings in the way.' },
  maintenance: { about: '`dates-unavailable`, for staff: the maintenance in the way.' },
  'Problem.maintenance.id': { about: 'Id of the maintenance.', example: MAINTENANCE },
  'Problem.kind': { about: 'What is done.', example: 'service' },
  'Problem.from': { about: 'First day of the work.', example: '2026-12-14' },
  'Problem.to': { about: 'First day on which the vehicle can be had again.', example: '2026-12-16' },
  bookings: {
    about: '`vehicle-has-bookings`, `customer-has-bookings`: the bookings that must be over or cancelled first.',
  },
  'Problem.id': { about: 'Id of the booking.', example: BOOKING },
  'Problem.errors.path': { about: 'Which field it is about; empty for the body as a whole.', example: 'customerEmail' },
  'Problem.errors.message': { about: 'What is wrong with it.', example: 'Invalid email address' },
  'Problem.status': { about: 'The status once more.', example: 404 },
  'Problem.message': { about: 'The same as `detail`: what a person reads.', example: 'Not found' },
  'Problem.totalAmount': { about: '`price-changed`: the right total in pounds.', example: '95.00' },
}
