import type { Request } from '../history.ts'
import { type Answered, type Command, commandsOf, followingOf, isAcknowledged, named, serviceOf } from './commands.ts'
import { CLOCKS_APART, type Evidence } from './evidence.ts'
import { bothOf, type Membership, type Memberships, membershipsIn } from './memberships.ts'
import { changesIn, isOutOfUse } from './passwords.ts'
import { accountsIn, sessionsIn } from './sessions.ts'
import { during, knownBy, type Told, toldIn } from './told.ts'

/**
 * Once somebody was told that a colleague is shut out, that colleague is not let in any more, by no process; neither are they by a
 * session of before when they are let in again. And once somebody was told that their password is another one, neither the old one
 * nor a session on another device of theirs opens anything (SECURITY rule 13).
 */
export function faultsOfAccounts(evidence: Evidence): string[] {
  const { history, log } = evidence
  const told = toldIn(evidence)
  const [membershipsOf, accountsOf] = [membershipsIn(log), accountsIn(history)]
  const [changesOf, sessionOf] = [changesIn(history), sessionsIn(history)]
  return history.requests
    .filter(({ actor }) => actor === 'member')
    .filter(isAcknowledged)
    .flatMap((request) =>
      [...accountsOf(request)].flatMap((userId) => {
        const memberships = membershipsOf(userId)
        const changes = changesOf(userId)
        const out = shutOutFor(memberships, request, told)
        if (out !== undefined) return [`${named(request)} was let in, and ${userId} was shut out at ${out.position}`]
        const { password } = request.asked
        if (request.call === 'signIn' && typeof password === 'number' && isOutOfUse(password, request, changes))
          return [`${named(request)} was let in with password ${password} of ${userId}, which was out of use`]
        const session = request.call === 'signIn' ? undefined : sessionOf(request)
        if (session === undefined) return []
        const end = endOf(session, request, memberships, told)
        if (end !== undefined)
          return [`${named(request)} was let in by a session of ${userId} that was ended at ${end.position}`]
        const change = changes.find(
          ({ request: asked, toldAt = Number.POSITIVE_INFINITY }) =>
            asked.client !== request.client && asked.startedAt > session.endedAt && toldAt < request.startedAt,
        )
        if (change === undefined) return []
        return [`${named(request)} was let in by a session of before password ${change.to} of ${userId}`]
      }),
    )
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
  { byAccount }: Memberships,
  told: Told,
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
 * says. One that is sent again is answered as the first time.
 */
export function faultsOfStatuses({ history, log }: Evidence): string[] {
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
