import { z } from 'zod'
import { isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { asked, isOf, lastOf, otherwise } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

const REASONS: Invariant = 'what was refused had its reason at the time'

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

/** A bug after which such a call is refused so, for no reason. */
const planted = (bug: string, call: string, status: number, code: string, plant: Planted['plant']): Planted => ({
  bug,
  violates: REASONS,
  says: new RegExp(`^${call} .* was refused \\(${status} ${code}\\), and nothing in the log is a reason`),
  plant,
})

/** The last one that was answered so in the good run, refused instead. */
const insteadOf = (answered: number, bug: string, call: string, status: number, code: string): Planted =>
  planted(bug, call, status, code, (good) => asked(good, isOfCall(call, answered), refused(status, code)))

export const PLANTED_IN_REFUSALS: readonly Planted[] = [
  planted('an approval is refused for days that nobody holds', 'changeBooking', 409, 'dates-unavailable', ofFreeDays),
  insteadOf(
    201,
    'a request is refused in doubt, for days that nobody holds',
    'requestBooking',
    409,
    'dates-unavailable',
  ),
  insteadOf(201, 'maintenance is refused for free days', 'scheduleMaintenance', 409, 'dates-unavailable'),
  insteadOf(201, 'a vehicle that is there is said to be unknown', 'requestBooking', 404, 'car-not-found'),
  insteadOf(200, 'a booking that is there is said to be unknown', 'changeBooking', 404, 'not-found'),
  insteadOf(
    409,
    'a decision is refused that the booking’s status allows',
    'changeBooking',
    409,
    'transition-not-allowed',
  ),
]
