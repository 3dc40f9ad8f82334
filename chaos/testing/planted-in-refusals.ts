import { z } from 'zod'
import { isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { asked, isOf, lastOf, otherwise } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const REASONS = 'what was refused had its reason at the time'

const isOfCall = (call: string, status: number) => (request: Request) =>
  request.call === call && isAnswered(request) && request.answer.status === status

/** A minute before: what it led to in the good run, or what was done next, is no reason for it. */
const refused = (status: number, code: string) => (request: Request) => ({
  ...otherwise(request, { status, code, position: null, id: null }),
  startedAt: request.startedAt - 60_000,
  endedAt: request.endedAt - 60_000,
})

const OfBooking = z.object({ bookingId: z.string() })

/** The refused approval, as if it had been one of a booking whose days nobody else held. */
const ofFreeDays = (good: Evidence) => {
  const { data } = lastOf(good.log, isOf('BookingRequested'))
  const { bookingId } = OfBooking.parse(JSON.parse(data))
  return asked(good, isOfCall('changeBooking', 409), (request) => ({ asked: { ...request.asked, id: bookingId } }))
}

export const PLANTED_IN_REFUSALS: readonly Planted[] = [
  {
    bug: 'an approval is refused for days that nobody holds',
    violates: REASONS,
    says: /^changeBooking .* was refused \(409 dates-unavailable\), and nothing in the log is a reason/,
    plant: ofFreeDays,
  },
  {
    bug: 'a request is refused in doubt, for days that nobody holds',
    violates: REASONS,
    says: /^requestBooking .* was refused \(409 dates-unavailable\), and nothing in the log is a reason/,
    plant: (good) => asked(good, isOfCall('requestBooking', 201), refused(409, 'dates-unavailable')),
  },
  {
    bug: 'maintenance is refused for free days',
    violates: REASONS,
    says: /^scheduleMaintenance .* was refused \(409 dates-unavailable\), and nothing in the log is a reason/,
    plant: (good) => asked(good, isOfCall('scheduleMaintenance', 201), refused(409, 'dates-unavailable')),
  },
  {
    bug: 'a vehicle that is there is said to be unknown',
    violates: REASONS,
    says: /^requestBooking .* was refused \(404 car-not-found\), and nothing in the log is a reason/,
    plant: (good) => asked(good, isOfCall('requestBooking', 201), refused(404, 'car-not-found')),
  },
  {
    bug: 'a booking that is there is said to be unknown',
    violates: REASONS,
    says: /^changeBooking .* was refused \(404 not-found\), and nothing in the log is a reason/,
    plant: (good) => asked(good, isOfCall('changeBooking', 200), refused(404, 'not-found')),
  },
  {
    bug: 'a decision is refused that the booking’s status allows',
    violates: REASONS,
    says: /^changeBooking .* was refused \(409 transition-not-allowed\), and nothing in the log is a reason/,
    plant: (good) => asked(good, isOfCall('changeBooking', 409), refused(409, 'transition-not-allowed')),
  },
]
