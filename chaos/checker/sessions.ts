import type { History, Request } from '../history.ts'
import { type Answered, isAcknowledged, isDenied } from './commands.ts'

/**
 * Whether whoever was told that they are not signed in may have had no session. They had not signed in by then, or were at
 * it anew, which ends the session that they came with. Otherwise a session was lost: it is durable when its sign-in is
 * acknowledged, lives for two hours, and nobody in a run signs out. Who is shut out, or has another password, is another matter.
 */
export function signedOutIn(history: History): (request: Request) => boolean {
  const beginnings = beginningsIn(history)
  const sessionOf = sessionsIn(history)
  return (request) => {
    if (request.actor === 'visitor') return false
    const last = sessionOf(request)
    if (last === undefined) return true
    const isAnew = (signIn: Request) => {
      // One that failed leaves its browser with a session that there may never have been.
      const takesHold = isAcknowledged(signIn) ? signIn.startedAt : signIn.endedAt
      return takesHold >= last.endedAt && signIn.startedAt <= request.endedAt
    }
    return (beginnings.get(nameOf(request)) ?? []).some((signIn) => signIn !== last && isAnew(signIn))
  }
}

/** What gives a browser a session, or may have. Whoever chooses another password gets a new one. */
const beginningsIn = ({ requests }: Pick<History, 'requests'>): ReadonlyMap<string, readonly Request[]> =>
  Map.groupBy(
    requests.filter((one) => one.call === 'signIn' || (one.call === 'changePassword' && !isDenied(one))),
    nameOf,
  )

/** By what the browser of a request was last given a session before it; undefined when by nothing that it was told of. */
export function sessionsIn(history: Pick<History, 'requests'>): (request: Request) => Answered | undefined {
  const beginnings = beginningsIn(history)
  return (request) =>
    (beginnings.get(nameOf(request)) ?? [])
      .filter(isAcknowledged)
      .filter(({ endedAt }) => endedAt <= request.startedAt)
      .toSorted((a, b) => a.endedAt - b.endedAt)
      .at(-1)
}

/** Whom a request's browser was ever let in as, by what whoever signed in there was told. */
export function usersIn({ requests }: History): (request: Request) => ReadonlySet<string> {
  const users = new Map<string, Set<string>>()
  for (const request of requests) {
    const { call, answer } = request
    if (call !== 'signIn' || answer.kind !== 'answer' || answer.user === null) continue
    users.set(nameOf(request), (users.get(nameOf(request)) ?? new Set()).add(answer.user))
  }
  return (request) => users.get(nameOf(request)) ?? new Set()
}

/** Whose account a request's browser is for: whom it was let in as, or is to be. */
export function accountsIn(history: History): (request: Request) => ReadonlySet<string> {
  const usersOf = usersIn(history)
  const wanted = new Map<string, Set<string>>()
  for (const request of history.requests) {
    const { account } = request.asked
    if (request.call !== 'signIn' || typeof account !== 'string') continue
    wanted.set(nameOf(request), (wanted.get(nameOf(request)) ?? new Set()).add(account))
  }
  return (request) => new Set([...(wanted.get(nameOf(request)) ?? []), ...usersOf(request)])
}

/** One person's browser. */
const nameOf = ({ client, businessId }: Request): string => `${client} ${businessId}`
