import type { Fault, History, Request } from '../history.ts'
import { isAcknowledged, serviceOf } from './commands.ts'

/** A process looks at its own clock again within a second; on a machine that is busy, later. In milliseconds. */
const CLOCK_TURNS = 5_000

/**
 * Whether whoever was told that they are not signed in may have had no session. They had not signed in by then, or were at
 * it anew, which ends the session that they came with. Otherwise a session was lost: it is durable when its sign-in is
 * acknowledged, lives for two hours, and nobody in a run signs out.
 */
export function signedOutIn({ requests, faults }: History): (request: Request) => boolean {
  const signIns = Map.groupBy(
    requests.filter(({ call }) => call === 'signIn'),
    nameOf,
  )
  const jumps = faults.filter(({ name, target }) => name === 'clock-jump' && target === 'command')
  return (request) => {
    if (request.actor === 'visitor') return false
    const mine = signIns.get(nameOf(request)) ?? []
    const last = mine
      .filter((signIn) => isAcknowledged(signIn) && signIn.endedAt < request.startedAt)
      .toSorted((a, b) => a.endedAt - b.endedAt)
      .at(-1)
    if (last === undefined) return true
    const isAnew = (signIn: Request) => {
      // One that failed leaves its browser with a session that there may never have been.
      const takesHold = isAcknowledged(signIn) ? signIn.startedAt : signIn.endedAt
      return takesHold >= last.endedAt && signIn.startedAt <= request.endedAt
    }
    if (mine.some((signIn) => signIn !== last && isAnew(signIn))) return true
    // Who seems to have signed in before their password was set is let in by nobody who looks at both.
    return serviceOf(request) === 'query' && jumps.some(isBeside(last))
  }
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

/** One person's browser. */
const nameOf = ({ client, businessId }: Request): string => `${client} ${businessId}`

const isBeside =
  (signIn: Request) =>
  ({ startedAt, endedAt }: Fault): boolean =>
    startedAt <= signIn.endedAt && signIn.startedAt <= endedAt + CLOCK_TURNS
