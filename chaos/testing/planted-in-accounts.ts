import { randomUUID } from 'node:crypto'
import { isAcknowledged } from '../checker/commands.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { Request } from '../history.ts'
import { appended, asked, bySystem, edited, isOf, lastOf, otherwise, rewritten, told, without } from './forging.ts'
import { ACTORS, unaskedFor } from './planted-in-actors.ts'
import { ERRORS } from './planted-in-licences.ts'
import { ONCE, type Planted } from './planted-in-log.ts'
import { insteadOf, isOfCall, REASONS } from './planted-in-refusals.ts'

export const SHUT_OUT: Invariant = 'whoever is shut out, or has another password, is let in by nothing of before'
export const STATUSES: Invariant = 'whoever was told that a colleague is shut out, or let in, was told the truth'
const AS_ASKED: Invariant = 'what was done is what was asked for, at the price that there is'

/** Whether it is the last request of a trainee's device, of a call and so answered. */
const isOn = (device: 'telephone' | 'tablet', call: string, status: number) => (request: Request) =>
  isOfCall(call, status)(request) && request.client.startsWith(`trainee’s ${device} `)

/** Whether somebody shuts a colleague out. */
export const isShuttingOut = ({ call, asked: { status } }: Request): boolean =>
  call === 'changeStaffStatus' && status === 'deactivated'

/** What the tablet is told first after another password was chosen on the telephone. */
export const signedOutBy = (good: Evidence) => {
  const { client } = lastOf(good.history.requests, isOn('tablet', 'listBookings', 401))
  const first = good.history.requests.find((one) => one.client === client && isOn('tablet', 'listBookings', 401)(one))
  return (request: Request) => request === first
}

/** What the tablet is told after its owner was shut out. */
export const shutOutOn = isOn('tablet', 'listBookings', 401)

/** Whether it is a try to sign in with the password of this number that was refused. */
export const turnedAwayWith = (password: number) => (request: Request) =>
  isOn('tablet', 'signIn', 401)(request) && request.asked.password === password

/** As if rows had said that they are too old to tell whether whoever was let in again is there. */
export const doubtful = (good: Evidence): Evidence =>
  asked(good, isOn('telephone', 'listBookings', 200), (one) =>
    otherwise(one, { status: 503, code: 'unavailable', stale: true }),
  )

export const letIn = (request: Request) => otherwise(request, { status: 200, code: '' })

/** Somebody is let in who must not be. */
const admitted = (bug: string, says: RegExp, isMeant: (good: Evidence) => (request: Request) => boolean): Planted => ({
  bug,
  violates: SHUT_OUT,
  says,
  plant: (good) => asked(good, isMeant(good), letIn),
})

/** The last event of a type once more, of somebody else and by the system. */
function ofSomebodyElse(good: Evidence, type: string): Evidence {
  const event = bySystem(lastOf(good.log, isOf(type)))
  return appended(good, {
    ...event,
    id: randomUUID(),
    data: JSON.stringify({ ...JSON.parse(event.data), userId: randomUUID() }),
  })
}

/** A colleague writes on so many milliseconds after somebody was told that they are shut out, and has done nothing else. */
export function writesOn(good: Evidence, after: number): Evidence {
  const writing = lastOf(good.history.requests, isOn('telephone', 'changeBooking', 401))
  const isTheirs = ({ businessId }: Request) => businessId === writing.businessId
  const isOut = (one: Request) => isTheirs(one) && isShuttingOut(one)
  const isOfTrainee = (one: Request) => isTheirs(one) && one.client.startsWith('trainee’s ')
  const { endedAt: toldAt } = good.history.requests.find(isOut) ?? writing
  const earlier = after - (writing.startedAt - toldAt)
  const requests = good.history.requests.map((one) => {
    if (one === writing) return { ...one, ...letIn(one) }
    if (isOfTrainee(one) && isAcknowledged(one)) return { ...one, ...otherwise(one, { status: 401 }) }
    if (!isOut(one)) return one
    return { ...one, startedAt: one.startedAt - earlier, endedAt: one.endedAt - earlier }
  })
  return {
    ...told(good, { requests }),
    log: good.log.map((event) =>
      isOf('BusinessMemberDeactivated', 'UserDeactivated')(event) && event.metadata.tenantId === writing.businessId
        ? { ...event, recordedAt: new Date(event.recordedAt.getTime() - earlier) }
        : event,
    ),
  }
}

/** Who of the staff is let in. */
export const PLANTED_IN_ACCOUNTS: readonly Planted[] = [
  admitted('a colleague who was shut out reads on', /was let in as \S+, who was shut out at \d+$/, () => shutOutOn),
  {
    bug: 'a colleague who was shut out for long writes on',
    violates: SHUT_OUT,
    says: /^changeBooking .* was shut out at \d+$/,
    plant: (good) => writesOn(good, 4_500),
  },
  admitted('a colleague who was shut out signs in', /^signIn .* was shut out at \d+$/, () => turnedAwayWith(1)),
  admitted(
    'a session of before lives again when its owner is let in again',
    /by a session that was ended at \d+$/,
    () => isOn('telephone', 'listBookings', 401),
  ),
  admitted('a password lets in that was out of use', /with password 0, which was out of use$/, () => turnedAwayWith(0)),
  admitted('another device is let in by a session of before the password', /of before password 1$/, signedOutBy),
  ...(['UserDeactivated', 'BusinessMemberDeactivated'] as const).map(
    (type): Planted => ({
      bug: `whoever shuts somebody out is told so, and there is no ${type}`,
      violates: STATUSES,
      says: /was told that \S+ is deactivated, and the log does not say so$/,
      plant: (good) => without(good, isOf(type)),
    }),
  ),
  {
    bug: 'whoever shuts somebody out is told of a place where something else is',
    violates: STATUSES,
    says: /was acknowledged at 1, where it is not$/,
    plant: (good) => asked(good, isOfCall('changeStaffStatus', 200), (one) => otherwise(one, { position: '1' })),
  },
  {
    bug: 'a colleague is told to be let in who is not',
    violates: STATUSES,
    says: /was told that \S+ is active, and the log does not say so$/,
    plant: (good) =>
      asked(
        good,
        (one) => isShuttingOut(one) && isAcknowledged(one),
        (one) => otherwise(one, { outcome: 'active' }),
      ),
  },
  {
    bug: 'a password is chosen by one that was out of use',
    violates: SHUT_OUT,
    says: /^changePassword .* with password 0, which was out of use$/,
    plant: (good) => {
      const chosen = lastOf(good.history.requests, isOfCall('changePassword', 200))
      const at = chosen.endedAt + 10
      const again = { ...chosen, id: 'again', asked: { from: 0, to: 2 }, startedAt: at, endedAt: at + 20 }
      return told(good, { requests: [...good.history.requests, again] })
    },
  },
  {
    bug: 'an account is closed twice by one command',
    violates: ONCE,
    says: /^changeStaffStatus was applied more than once/,
    plant: (good) => appended(good, { ...lastOf(good.log, isOf('UserDeactivated')), id: randomUUID() }),
  },
  {
    bug: 'somebody is let in by their business in the end, and their account stays closed',
    violates: STATUSES,
    says: /is let in in the end, and their account says otherwise$/,
    plant: (good) => without(good, isOf('UserReactivated')),
  },
  {
    bug: 'a colleague is shut out twice by one command',
    violates: ONCE,
    says: /^changeStaffStatus was applied more than once/,
    plant: (good) => {
      const event = lastOf(good.log, isOf('BusinessMemberDeactivated'))
      return appended(good, { ...event, id: randomUUID() })
    },
  },
  unaskedFor('a colleague is shut out whom nobody has shut out', 'BusinessMemberDeactivated'),
  unaskedFor('an account is closed in a colleague’s name who has not said so', 'UserDeactivated'),
  unaskedFor('the system closes an account of which its business has said nothing', 'UserDeactivated', (good) =>
    ofSomebodyElse(good, 'UserDeactivated'),
  ),
  {
    bug: 'another colleague is shut out than the one who was meant',
    violates: AS_ASKED,
    says: /: the colleague is \S+ at \d+ instead of /,
    plant: (good) => rewritten(good, isOf('BusinessMemberDeactivated'), { userId: randomUUID() }),
  },
  {
    bug: 'a colleague is shut out who was to be let in',
    violates: AS_ASKED,
    says: /: whether they are let in is false at \d+ instead of true$/,
    plant: (good) => edited(good, isOf('UserReactivated'), () => ({ type: 'UserDeactivated' })),
  },
  {
    bug: 'an account is said to be closed by another colleague',
    violates: ACTORS,
    says: /^UserDeactivated at \d+ is said to be by member /,
    plant: (good) =>
      edited(good, isOf('UserDeactivated'), ({ metadata }) => ({ metadata: { ...metadata, actorId: randomUUID() } })),
  },
  {
    bug: 'whoever was let in again is turned away',
    violates: REASONS,
    says: /^signIn .* was refused \(401 invalid-credentials\), and nothing in the log is a reason/,
    plant: (good) =>
      asked(good, isOn('telephone', 'signIn', 200), (one) =>
        otherwise(one, { status: 401, code: 'invalid-credentials', user: null }),
      ),
  },
  {
    bug: 'a session ends by itself after its owner was let in again',
    violates: REASONS,
    says: /^listBookings .* was refused \(401 not-signed-in\), and nothing in the log is a reason/,
    plant: (good) =>
      asked(good, isOn('telephone', 'listBookings', 200), (one) =>
        otherwise(one, { status: 401, code: 'not-signed-in' }),
      ),
  },
  {
    bug: 'whoever was let in again is told for long that rows are old, and nobody stands still',
    violates: ERRORS,
    says: /^listBookings .* was told 503 unavailable at .* no fault explains it$/,
    plant: (good) => doubtful(good),
  },
  insteadOf(200, 'a password is wrong that is right', 'changePassword', 422, 'password-wrong'),
]
