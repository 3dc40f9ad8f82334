import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { History, Request } from '../history.ts'
import { type Answered, isDenied, named } from './commands.ts'
import { crowdedIn } from './crowded.ts'
import type { Evidence } from './evidence.ts'
import { livesIn } from './facts.ts'
import { outOfServiceIn } from './let.ts'
import { keptFromIn } from './licences.ts'
import { idsIn, ownersIn } from './owners.ts'
import { signedOutIn } from './sessions.ts'
import { outdatedIn } from './settings.ts'
import { takenIn } from './taken.ts'
import { during, type Told, toldIn } from './told.ts'

/**
 * Whoever is refused is told the truth: at some moment between the question and its answer somebody else held the days, the
 * vehicle was out of service, the booking had a status from which the wanted one is not reached, nobody knew the id, or the licence was another's. Doubt
 * is said with a 503, never with a 409 (SECURITY rule 6). And nobody is refused for what a run gives no reason for: in it nobody is erased, no price
 * changes, no vehicle is taken off the fleet, no key is given to another body, and limits are too high to be reached.
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
  const ofAnyCall: Readonly<Record<string, Reason>> = {
    'not-found': unknownIn(log),
    'not-signed-in': signedOutIn(history),
  }
  const ofCall: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
    requestBooking: {
      'dates-unavailable': isTaken,
      'too-many-pending': crowdedIn(log, told),
      'vehicle-unavailable': outOfServiceIn(log, told),
    },
    changeBooking: {
      // Only an approval takes days.
      'dates-unavailable': (request) => request.asked.status === 'approved' && isTaken(request),
      'transition-not-allowed': barredIn(log, told),
    },
    scheduleMaintenance: { 'dates-unavailable': isTaken },
    licence: { 'not-found': keptFromIn(history) },
    // The storage says no more than that it refuses.
    putFile: { '': mistimedIn(history) },
    finishLicenceUpload: { 'upload-expired': mistimedIn(history) },
    saveSettings: { 'settings-changed': outdatedIn(log, told) },
  }
  return (request) => {
    const { code } = request.answer
    const reason = ofCall[request.call]?.[code] ?? ofAnyCall[code]
    return reason?.(request) ?? false
  }
}

/** Whether the request names something that the business does not have. */
function unknownIn(log: readonly Recorded[]): Reason {
  const owners = ownersIn(log)
  return (request) => idsIn(request).some((id) => owners.get(id) !== request.businessId)
}

/** An address for an upload is good for ten minutes, in milliseconds; one that is asked for is used at once. */
const AT_ONCE = 60_000

/** Whether a process that takes commands had another time when the upload was begun, or has one now. */
function mistimedIn({ faults }: History): Reason {
  const jumps = faults.filter(({ name, target }) => name === 'clock-jump' && target === 'command')
  return (request) =>
    jumps.some(({ startedAt, endedAt }) => startedAt <= request.endedAt && request.startedAt - AT_ONCE <= endedAt)
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
