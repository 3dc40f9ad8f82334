import type { Request } from '../history.ts'
import { type Answered, type Command, commandsOf, followingOf, isAcknowledged, named, serviceOf } from './commands.ts'
import { faultsDuring, neededBy, standstillsDuring } from './damage.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { shownWithin } from './late.ts'
import { bothOf, type Membership, type Memberships, memberIn, membershipsIn } from './memberships.ts'
import { type Change, changesIn, isOutOfUse } from './passwords.ts'
import { accountsIn, sessionsIn } from './sessions.ts'
import { during, HEARD_LATE, knownBy, SEEN_LATE, type Told, toldIn } from './told.ts'

/**
 * Once somebody was told that a colleague is shut out, that colleague is not let in any more, by no process; neither are they by a
 * session of before when they are let in again. And once somebody was told that their password is another one, neither the old one
 * nor a session on another device of theirs opens anything (SECURITY rule 13). Whoever takes commands remembers sessions, and is told
 * of those that end; it goes by that for as long as it may go by what was heard, and for longer while it may hear nothing.
 */
export function faultsOfAccounts(evidence: Evidence): string[] {
  const { history, log } = evidence
  const [told, heardLate] = [toldIn(evidence), hearsayIn(evidence)]
  const [membershipsOf, accountsOf] = [membershipsIn(log), accountsIn(history)]
  const [changesOf, sessionOf] = [changesIn(history), sessionsIn(history)]
  return history.requests
    .filter(({ actor }) => actor === 'member')
    .filter(isAcknowledged)
    .flatMap((request) => {
      // As if it had been asked when that was so which it was judged by.
      const judged = { ...request, startedAt: request.startedAt - heardLate(request) }
      return [...accountsOf(request)].flatMap((userId) => {
        const [memberships, changes] = [membershipsOf(userId), changesOf(userId)]
        const why =
          whyOut(shutOutFor(memberships, judged, told)) ??
          // That is for the database itself to say.
          whyWrong(request, changes) ??
          (request.call === 'signIn' ? undefined : whyOver(sessionOf(request), judged, { memberships, changes, told }))
        return why === undefined ? [] : [`${named(request)} was let in as ${userId}, ${why}`]
      })
    })
}

const whyOut = (turn: Membership | undefined): string | undefined =>
  turn === undefined ? undefined : `who was shut out at ${turn.position}`

/** Of whoever says their password. */
function whyWrong(request: Answered, changes: readonly Change[]): string | undefined {
  const password = request.asked.password ?? request.asked.from
  const isWrong = typeof password === 'number' && isOutOfUse(password, request, changes)
  return isWrong ? `with password ${password}, which was out of use` : undefined
}

interface Known {
  readonly memberships: Memberships
  readonly changes: readonly Change[]
  readonly told: Told
}

/** Of what a session lets in. */
function whyOver(session: Request | undefined, request: Answered, known: Known): string | undefined {
  if (session === undefined) return undefined
  const end = endOf(session, request, known)
  if (end !== undefined) return `by a session that was ended at ${end.position}`
  const change = known.changes.find(
    ({ request: asked, toldAt = NEVER }) =>
      asked.client !== request.client && asked.startedAt > session.endedAt && toldAt < request.startedAt,
  )
  return change === undefined ? undefined : `by a session of before password ${change.to}`
}

/** For how many milliseconds a request may be answered by what was so before. Signing in, and rows, go by the database itself. */
function hearsayIn({ history, backWithin }: Evidence): (request: Answered) => number {
  const isHardOfHearing = (request: Answered) => {
    const from = request.startedAt - SEEN_LATE
    return (
      faultsDuring(history, neededBy(request), from, request.endedAt, backWithin).length > 0 ||
      standstillsDuring(history, from, request.endedAt).length > 0
    )
  }
  return (request) => {
    if (serviceOf(request) !== 'command' || request.call === 'signIn') return 0
    return isHardOfHearing(request) ? SEEN_LATE : Math.max(HEARD_LATE, shownWithin(backWithin))
  }
}

/** The turn by which somebody was shut out for certain while they were answered; undefined when they may have been in. */
function shutOutFor(memberships: Memberships, request: Answered, told: Told): Membership | undefined {
  // Sessions are what a query goes by: they are ended when whoever shuts somebody out is told so.
  const knownAt = (turn: Membership) =>
    serviceOf(request) === 'command' ? knownBy(turn, told) : (told.get(turn.position ?? 0n) ?? NEVER)
  for (const turns of bothOf(memberships)) {
    const known = turns.findLastIndex((turn) => turn.position === undefined || knownAt(turn) < request.startedAt)
    const since = turns.slice(known)
    if (since.every(({ isIn, at }) => !isIn || at > request.endedAt + CLOCKS_APART)) return since[0]
  }
  return undefined
}

const NEVER = Number.POSITIVE_INFINITY

/** By what a session was ended that somebody goes on with; undefined when nothing did for certain. */
function endOf(
  session: Request,
  { startedAt }: Answered,
  { memberships: { byAccount }, told }: Known,
): Membership | undefined {
  return byAccount.find(({ isIn, at, position }, index) => {
    if (isIn || position === undefined) return false
    const toldAt = told.get(position) ?? NEVER
    // Whoever is let in again before anybody was told may have come before their sessions were ended.
    const isOvertaken = (byAccount[index + 1]?.at ?? NEVER) <= toldAt + CLOCKS_APART
    return !isOvertaken && session.endedAt < at - CLOCKS_APART && toldAt < startedAt
  })
}

/**
 * Whoever was told what a colleague's status is was told the truth, in both streams; and where it was written is where the answer
 * says. One that is sent again is answered as the first time. In the end both streams say the same.
 */
export function faultsOfStatuses(evidence: Evidence): string[] {
  return [...faultsOfAnswers(evidence), ...faultsOfTwoMinds(evidence)]
}

function faultsOfAnswers({ history, log }: Evidence): string[] {
  const told = toldIn({ history, log })
  const membershipsOf = membershipsIn(log)
  const commandsAt = new Map(log.map(({ position, metadata }) => [String(position), metadata.commandId]))
  return [...commandsOf(history).values()].filter(isOfStatus).flatMap((command) => {
    const [first] = command.sendings
    const following = followingOf(command)
    return command.sendings.filter(isAcknowledged).flatMap((sending) => {
      const { asked, answer } = sending
      const meanwhile = { startedAt: first?.startedAt ?? sending.startedAt, endedAt: sending.endedAt }
      const memberships = membershipsOf(String(asked.id))
      const was = (turns: readonly Membership[], isIn: boolean) =>
        during(turns, meanwhile, told).some((turn) => turn.isIn === isIn)
      const isSaidIn = answer.outcome !== 'deactivated'
      const isSo =
        was(memberships.byBusiness, asked.status === 'active') && bothOf(memberships).every((of) => was(of, isSaidIn))
      const place = answer.position === null ? undefined : commandsAt.get(answer.position)
      const isThere = answer.position === null || place === command.commandId || place === following
      return [
        ...(isSo
          ? []
          : [`${named(sending)} was told that ${asked.id} is ${answer.outcome}, and the log does not say so`]),
        ...(isThere ? [] : [`${named(sending)} was acknowledged at ${answer.position}, where it is not`]),
      ]
    })
  })
}

const isOfStatus = ({ call }: Command): boolean => call === 'changeStaffStatus'

/** Once all has followed, both streams say the same of each of the staff. */
function faultsOfTwoMinds({ log }: Evidence): string[] {
  const membershipsOf = membershipsIn(log)
  const users = new Set(log.flatMap((event) => memberIn(event)?.userId ?? []))
  return [...users].flatMap((userId) => {
    const [ofBusiness, ofAccount] = bothOf(membershipsOf(userId)).map((turns) => turns.at(-1)?.isIn)
    if (ofBusiness === ofAccount) return []
    return [`${userId} is ${ofBusiness ? 'let in' : 'shut out'} in the end, and their account says otherwise`]
  })
}
