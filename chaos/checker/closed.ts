import type { Recorded } from '@forecourt/event-log/port.ts'
import type { History, Request } from '../history.ts'
import { isAcknowledged, isDenied } from './commands.ts'
import { bothOf, membershipsIn } from './memberships.ts'
import { changesIn, isInDoubt } from './passwords.ts'
import { accountsIn, sessionsIn } from './sessions.ts'
import { during, type Told } from './told.ts'

/** An answer that nobody has heard may be of something that is done so much later, in milliseconds: its process was stopped. */
const DONE_LATE = 120_000

type Time = Pick<Request, 'startedAt' | 'endedAt'>

/** Why somebody of the staff may be let in no more, though they have signed in or know a password. */
export function closedIn(
  { history, log }: { readonly history: History; readonly log: readonly Recorded[] },
  told: Told,
): Readonly<Record<'hasEnded' | 'isRefused', (request: Request) => boolean>> {
  const [membershipsOf, changesOf] = [membershipsIn(log), changesIn(history)]
  const [accountsOf, sessionOf] = [accountsIn(history), sessionsIn(history)]
  const signIns = history.requests.filter(({ call }) => call === 'signIn').filter(isAcknowledged)
  const changes = history.requests.filter((one) => one.call === 'changeStaffStatus' && !isDenied(one))
  /**
   * Whoever shuts somebody out ends their sessions last, and whoever lets them in those of before: one who is never heard of again
   * may do so when they are in again.
   */
  const mayBeShutOut = (userId: string, { startedAt, endedAt }: Time) =>
    changes.some(
      (one) =>
        one.asked.id === userId &&
        one.startedAt <= endedAt &&
        one.endedAt + (isAcknowledged(one) ? 0 : DONE_LATE) >= startedAt,
    )
  const wasOut = (userId: string, time: Time) =>
    mayBeShutOut(userId, time) ||
    bothOf(membershipsOf(userId)).some((turns) => during(turns, time, told).some(({ isIn }) => !isIn))
  return {
    /** Their session may have been ended since it began: they were shut out, or another password was chosen. */
    hasEnded(request) {
      const session = sessionOf(request)
      if (session === undefined) return false
      const since = { startedAt: session.startedAt, endedAt: request.endedAt }
      return [...accountsOf(request)].some(
        (userId) =>
          wasOut(userId, since) ||
          changesOf(userId).some(
            ({ request: change, toldAt }) =>
              change !== session &&
              change.startedAt <= request.endedAt &&
              change.endedAt + (toldAt === undefined ? DONE_LATE : 0) >= session.startedAt,
          ),
      )
    },
    /** They may have been shut out at the time, or their password may have been another one. */
    isRefused(request) {
      const password = request.asked.password ?? request.asked.from
      return [...accountsOf(request)].some((userId) => {
        const theirs = signIns.filter((signIn) => accountsOf(signIn).has(userId))
        return (
          wasOut(userId, request) ||
          (typeof password === 'number' && isInDoubt(password, request, changesOf(userId), theirs))
        )
      })
    },
  }
}
