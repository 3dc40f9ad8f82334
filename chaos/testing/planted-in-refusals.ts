import { z } from 'zod'
import { isAcknowledged, isAnswered } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import { livesIn } from '../checker/facts.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { asked, isOf, lastOf, otherwise, without } from './forging.ts'
import type { Planted } from './planted-in-log.ts'

export const REASONS: Invariant = 'what was refused had its reason at the time'

export const isOfCall = (call: string, status: number) => (request: Request) =>
  request.call === call && isAnswered(request) && request.answer.status === status

/** A minute before: what it led to in the good run, or what was done next, is no reason for it. */
const aMinuteBefore = ({ startedAt, endedAt }: Request) => ({
  startedAt: startedAt - 60_000,
  endedAt: endedAt - 60_000,
})

const refused = (status: number, code: string) => (request: Request) => ({
  ...otherwise(request, { status, code, position: null, id: null }),
  ...aMinuteBefore(request),
})

export const OfBooking = z.object({ bookingId: z.string() })

/** The refused approval, as if it had been one of a booking whose days nobody else held yet: on a fast machine somebody soon does. */
const ofFreeDays = (good: Evidence) => {
  const { data } = lastOf(good.log, isOf('BookingRequested'))
  const { bookingId } = OfBooking.parse(JSON.parse(data))
  return asked(good, isOfCall('changeBooking', 409), (request) => ({
    asked: { ...request.asked, id: bookingId },
    ...aMinuteBefore(request),
  }))
}

/** The refused approval, as if it had been one of a request about which nobody has decided, a minute after that was made. */
const ofUndecided = (good: Evidence) => {
  const undecided = without(good, isOf('BookingRejected'))
  const [id, { turns }] = lastOf([...livesIn(undecided.log)], ([, life]) => life.turns.length === 1)
  const startedAt = (turns[0]?.at ?? 0) + 60_000
  return asked(undecided, isOfCall('changeBooking', 409), (request) => ({
    ...otherwise(request, { code: 'transition-not-allowed' }),
    asked: { ...request.asked, id },
    startedAt,
    endedAt: startedAt + 100,
  }))
}

/** A bug after which such a call is refused so, for no reason. */
export const planted = (bug: string, call: string, status: number, code: string, plant: Planted['plant']): Planted => ({
  bug,
  violates: REASONS,
  says: new RegExp(`^${call} .* was refused \\(${status} ${code}\\), and nothing in the log is a reason`),
  plant,
})

/** The last one that was answered so in the good run, refused instead. */
export const insteadOf = (answered: number, bug: string, call: string, status: number, code: string): Planted =>
  planted(bug, call, status, code, (good) => asked(good, isOfCall(call, answered), refused(status, code)))

/** Notes alone, as if they had been refused. */
const insteadOfNotes = (bug: string, code: string): Planted =>
  planted(bug, 'changeBooking', 409, code, (good) =>
    asked(
      good,
      (request) => isAcknowledged(request) && request.call === 'changeBooking' && request.asked.status === undefined,
      (request) => otherwise(request, { status: 409, code, position: null, id: null }),
    ),
  )

/** The rejection of a request whose days another booking holds: it needs none. */
const ofTakenDays = (good: Evidence) => {
  const { id } = lastOf(good.history.requests, isOfCall('changeBooking', 409)).asked
  return asked(
    good,
    ({ asked: { id: other, status } }) => other === id && status === 'rejected',
    (request) => otherwise(request, { status: 409, code: 'dates-unavailable', position: null, id: null }),
  )
}

/** Somebody who has signed in is told that they have not: of what they were answered, nothing else is changed. */
const signedOut = (bug: string, call: string): Planted =>
  planted(bug, call, 401, 'not-signed-in', (good) =>
    asked(good, isOfCall(call, 200), (request) =>
      otherwise(request, { status: 401, code: 'not-signed-in', position: null, id: null }),
    ),
  )

/** Nobody has saved any, and onboarding is long over. */
const unchangedSettings = (good: Evidence) =>
  asked(without(good, isOf('BusinessRentalRulesChanged')), isOfCall('saveSettings', 200), (request) => ({
    ...otherwise(request, { status: 409, code: 'settings-changed', position: null }),
    startedAt: request.startedAt + 60_000,
    endedAt: request.endedAt + 60_000,
  }))

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
  planted(
    'a decision is refused that the booking’s status allows',
    'changeBooking',
    409,
    'transition-not-allowed',
    ofUndecided,
  ),
  insteadOfNotes('notes are refused because of the booking’s status', 'transition-not-allowed'),
  insteadOfNotes('notes are refused because of others that nobody was to see', 'notes-changed'),
  insteadOfNotes('a customer is said to be erased whom nobody has erased', 'customer-erased'),
  planted('a rejection is refused because of its days', 'changeBooking', 409, 'dates-unavailable', ofTakenDays),
  insteadOf(201, 'a price is said to have changed that nobody has changed', 'requestBooking', 409, 'price-changed'),
  insteadOf(201, 'a vehicle that is to be had is said not to be', 'requestBooking', 409, 'vehicle-unavailable'),
  insteadOf(201, 'an uploaded licence is not known any more', 'requestBooking', 422, 'licence-unknown'),
  insteadOf(201, 'a key is said to be used that nobody has used', 'requestBooking', 422, 'idempotency-key-reused'),
  insteadOf(201, 'a renter is turned away below every limit', 'requestBooking', 429, 'too-many-requests'),
  insteadOf(201, 'a vehicle that few have asked for is asked for too often', 'requestBooking', 429, 'too-many-pending'),
  insteadOf(200, 'maintenance that is to come is said to be over', 'cancelMaintenance', 409, 'maintenance-over'),
  insteadOf(200, 'a contract that nobody has signed is said to be signed', 'signContract', 409, 'contract-signed'),
  insteadOf(200, 'a contract that was made is said not to be', 'signContract', 409, 'contract-missing'),
  insteadOf(200, 'a contract that was shown is said to be another one', 'signContract', 409, 'contract-changed'),
  insteadOf(200, 'a booking that was approved is said not to be', 'signContract', 409, 'booking-not-approved'),
  insteadOf(
    200,
    'a contract is not made anew for a booking that was approved',
    'issueContract',
    409,
    'booking-not-approved',
  ),
  insteadOf(200, 'a contract on paper is refused as signed already', 'attachContract', 409, 'contract-signed'),
  insteadOf(200, 'a contract on paper that was uploaded is unknown', 'attachContract', 422, 'contract-unknown'),
  planted(
    'a contract on paper is unknown once it was put to the booking',
    'attachContract',
    422,
    'contract-unknown',
    // The last one in the good run finds that it is so already.
    (good) =>
      asked(good, isOfCall('attachContract', 200), (request) =>
        otherwise(request, { status: 422, code: 'contract-unknown', position: null, id: null }),
      ),
  ),
  insteadOf(200, 'an approved booking gets no contract on paper', 'attachContract', 409, 'booking-not-approved'),
  insteadOf(200, 'a hire that is to come is said to have begun', 'cancelMyBooking', 409, 'cancellation-too-late'),
  insteadOf(200, 'a renter’s link that holds is said not to', 'cancelMyBooking', 404, 'not-found'),
  insteadOf(200, 'a renter’s page is not there for them', 'myBooking', 404, 'not-found'),
  insteadOf(200, 'a booking that stands is said to be cancelled', 'declineCancellation', 409, 'booking-cancelled'),
  insteadOf(200, 'a licence is said to be another one', 'changeLicenceStatus', 409, 'licence-changed'),
  planted('settings are said to be changed meanwhile', 'saveSettings', 409, 'settings-changed', unchangedSettings),
  planted('somebody is not let in with their password', 'signIn', 401, 'invalid-credentials', (good) =>
    asked(
      good,
      (request) => isOfCall('signIn', 200)(request) && request.client.startsWith('clerk '),
      refused(401, 'invalid-credentials'),
    ),
  ),
  signedOut('a session is lost that a decision needs', 'changeBooking'),
  signedOut('a session is lost that a page needs', 'listBookings'),
  signedOut('a visitor is to sign in', 'fleet'),
]
