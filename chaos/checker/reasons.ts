import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { History, Request } from '../history.ts'
import { closedIn } from './closed.ts'
import { type Answered, isDenied, named } from './commands.ts'
import { crowdedIn } from './crowded.ts'
import { notTheirsIn, withheldIn } from './documents.ts'
import { goneIn, leavingIn } from './erasures.ts'
import { CLOCKS_JUMP, type Evidence } from './evidence.ts'
import { livesIn, requestsIn } from './facts.ts'
import { outOfServiceIn } from './let.ts'
import { keptFromIn } from './licences.ts'
import { idsIn, ownersIn } from './owners.ts'
import { signedOutIn } from './sessions.ts'
import { outdatedIn } from './settings.ts'
import { standingContractIn } from './standing-contract.ts'
import { takenIn } from './taken.ts'
import { during, type Told, toldIn } from './told.ts'

/**
 * Whoever is refused is told the truth: at some moment between the question and its answer somebody else held the days, the
 * vehicle was out of service, the booking had a status from which the wanted one is not reached, nobody knew the id, the
 * licence or the contract was another's, the contract was signed, or an address for an upload was over by a clock that had
 * jumped, or the hire had begun, or whose booking it was is erased, or about to be, or may not be yet, or they were shut out, or
 * their password was another one. Doubt is said with a 503, never with a 409 (SECURITY rule 6). And nobody is refused for what a
 * run gives no reason for: in it no price changes, no vehicle is taken off the fleet, no key is given to
 * another body, and limits are too high to be reached.
 */
export function faultsOfReasons(evidence: Evidence): string[] {
  const isTrue = reasonsIn(evidence)
  return evidence.history.requests.filter(isDenied).flatMap((request) => {
    const { status, code } = request.answer
    if (isTrue(request)) return []
    return [`${named(request)} was refused (${status} ${code}), and nothing in the log is a reason for it`]
  })
}

type Reason = (request: Request) => boolean

/** What there may be reasons for in a run; everything else there is none for. */
function reasonsIn({ history, log }: Evidence): (request: Answered) => boolean {
  const told = toldIn({ history, log })
  const isTaken = takenIn(log, told)
  const { hasEnded, isRefused } = closedIn({ history, log }, told)
  const isSignedOut = either(signedOutIn(history), hasEnded)
  const isMistimed = mistimedIn(history)
  const was = statusesOf(log, told)
  const isNotLet = was((status) => !LET.has(status))
  const stands = standingContractIn(log, told)
  const [isLeaving, isGone] = [leavingIn({ history, log }, told), goneIn({ history, log })]
  const [isOver, hasBegun] = [was((status) => status === 'completed'), begunIn(log)]
  const isUnknown = unknownIn(log)
  const ofAnyCall: Readonly<Record<string, Reason>> = {
    'not-found': isUnknown,
    'not-signed-in': isSignedOut,
  }
  const ofCall: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
    requestBooking: {
      'dates-unavailable': isTaken,
      'too-many-pending': crowdedIn(log, told),
      'vehicle-unavailable': outOfServiceIn(log, told),
    },
    signIn: { 'invalid-credentials': isRefused },
    changePassword: { 'password-wrong': isRefused },
    changeBooking: {
      // Only an approval takes days.
      'dates-unavailable': (request) => request.asked.status === 'approved' && isTaken(request),
      'transition-not-allowed': barredIn(log, told),
      'customer-erased': isLeaving,
    },
    myBooking: { 'not-found': either(notYetShownIn(log), isGone) },
    eraseCustomer: { 'customer-has-bookings': standsIn(log, told) },
    hideCustomer: { 'not-found': either(isUnknown, isGone) },
    changeLicenceStatus: { 'not-found': either(isUnknown, isGone) },
    cancelMyBooking: {
      'not-found': either(isUnknown, isLeaving),
      'cancellation-too-late': (request) => isOver(request) || hasBegun(request),
    },
    declineCancellation: { 'booking-cancelled': was((status) => status === 'rejected') },
    scheduleMaintenance: { 'dates-unavailable': isTaken },
    issueContract: { 'booking-not-approved': isNotLet, 'customer-erased': isLeaving },
    signContract: {
      'customer-erased': isLeaving,
      'booking-not-approved': isNotLet,
      'contract-signed': stands(({ isSigned, isOnPaper }) => isSigned || isOnPaper),
      'contract-changed': stands(
        ({ isSigned, isOnPaper, isDue, sha256 }, { asked }) =>
          !isSigned && !isOnPaper && (isDue || sha256 !== asked.sha256),
      ),
    },
    attachContract: {
      'customer-erased': isLeaving,
      'booking-not-approved': isNotLet,
      'contract-signed': stands(({ isSigned }) => isSigned),
      'contract-unknown': notTheirsIn({ history, log }),
    },
    // A visitor is nobody who could be signed in.
    licence: {
      'not-found': keptFromIn({ history, log }),
      'not-signed-in': (request) => isVisitor(request) || isSignedOut(request),
    },
    contract: {
      'not-found': withheldIn({ history, log }),
      'not-signed-in': (request) => isVisitor(request) || isSignedOut(request),
    },
    // The storage has no codes.
    putFile: { '': (request) => isForbidden(request) && isMistimed(request) },
    finishLicenceUpload: { 'upload-expired': isMistimed },
    finishContractUpload: { 'upload-expired': isMistimed },
    saveSettings: { 'settings-changed': outdatedIn(log, told) },
  }
  return (request) => {
    const { code } = request.answer
    const reason = ofCall[request.call]?.[code] ?? ofAnyCall[code]
    return reason?.(request) ?? false
  }
}

const either =
  (one: Reason, other: Reason): Reason =>
  (request) =>
    one(request) || other(request)

/** Whether a booking of the customer was approved at some time of the request: in a run none is over. */
function standsIn(log: readonly Recorded[], told: Told): Reason {
  const lives = livesIn(log)
  const bookings = Map.groupBy(requestsIn(log).values(), ({ customerId }) => String(customerId))
  return (request) =>
    (bookings.get(String(request.asked.id)) ?? []).some(({ bookingId }) =>
      during(lives.get(bookingId)?.turns ?? [], request, told).some(({ status }) => status === 'approved'),
    )
}

/** Whether the request names something that the business does not have. */
function unknownIn(log: readonly Recorded[]): Reason {
  const owners = ownersIn(log)
  return (request) => idsIn(request).some((id) => owners.get(id) !== request.businessId)
}

const isVisitor = ({ actor }: Request): boolean => actor === 'visitor'

const isForbidden = ({ answer }: Request): boolean => answer.kind === 'answer' && answer.status === 403

/** By so long after its address was asked for an upload is over, one way or the other; in milliseconds. */
const UPLOADED_WITHIN = 60_000

const LET: ReadonlySet<BookingStatus> = new Set(['approved', 'completed'])

/** Whether the booking had a status like that at some time of the request. */
function statusesOf(log: readonly Recorded[], told: Told): (isLikeThat: (status: BookingStatus) => boolean) => Reason {
  const lives = livesIn(log)
  return (isLikeThat) => (request) =>
    during(lives.get(String(request.asked.id))?.turns ?? [], request, told).some(({ status }) => isLikeThat(status))
}

/** Whether the hire had begun, by the clock of some process: on its first day nobody can tell where the vehicle is. */
function begunIn(log: readonly Recorded[]): Reason {
  const requested = requestsIn(log)
  return ({ asked, endedAt }) => {
    const pickup = requested.get(String(asked.id))?.pickupDate
    const latest = todayIn(DEFAULT_TIME_ZONE, instantOf(endedAt + CLOCKS_JUMP))
    return pickup !== undefined && pickup <= latest
  }
}

/** Whether a renter's own page may not know of their booking yet: its answer says so, or they have not seen that it was made. */
function notYetShownIn(log: readonly Recorded[]): Reason {
  const lives = livesIn(log)
  return ({ asked, seen, answer }) => {
    const made = lives.get(String(asked.id))?.turns[0]?.position
    const isStale = answer.kind === 'answer' && answer.stale
    return isStale || made === undefined || seen === null || BigInt(seen) < made
  }
}

/** Whether a process that takes commands had another time when the upload was begun, or has one now. */
function mistimedIn({ faults }: History): Reason {
  const jumps = faults.filter(({ name, target }) => name === 'clock-jump' && target === 'command')
  return (request) =>
    jumps.some(
      ({ startedAt, endedAt }) => startedAt <= request.endedAt && request.startedAt - UPLOADED_WITHIN <= endedAt,
    )
}

/** Statuses that a booking may have before it gets this one (specification section 4). */
const BEFORE: Readonly<Record<string, readonly BookingStatus[]>> = {
  approved: ['pending', 'completed'],
  rejected: ['pending', 'approved'],
  completed: ['approved'],
}

/** Whether the booking had a status, at some time of the request, from which the wanted one is not reached. */
function barredIn(log: readonly Recorded[], told: Told): Reason {
  const lives = livesIn(log)
  return (request) => {
    const { id, status: wanted } = request.asked
    const before = BEFORE[String(wanted)]
    const turns = lives.get(String(id))?.turns ?? []
    return during(turns, request, told).some(({ status }) => before?.includes(status) === false && status !== wanted)
  }
}
