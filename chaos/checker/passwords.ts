import type { History, Request } from '../history.ts'
import { type Answered, isAcknowledged, isDenied } from './commands.ts'
import { accountsIn } from './sessions.ts'

/** A change of somebody's password that may have happened. None is chosen twice, and a later one has a higher number. */
export interface Change {
  readonly request: Request
  /** The number of the new one. */
  readonly to: number
  /** When they were told that it has happened; undefined when nobody was. */
  readonly toldAt: number | undefined
}

/** Somebody's changes of password that were not denied, by their account's id. */
export function changesIn(history: History): (userId: string) => readonly Change[] {
  const accountsOf = accountsIn(history)
  const changes = new Map<string, Change[]>()
  for (const request of history.requests) {
    if (request.call !== 'changePassword' || isDenied(request)) continue
    const change = {
      request,
      to: Number(request.asked.to),
      toldAt: isAcknowledged(request) ? request.endedAt : undefined,
    }
    for (const userId of accountsOf(request)) changes.set(userId, [...(changes.get(userId) ?? []), change])
  }
  return (userId) => changes.get(userId) ?? []
}

/** Whether a password was out of use for certain when a request began: a later one had been chosen, and somebody was told so. */
export const isOutOfUse = (password: number, { startedAt }: Request, changes: readonly Change[]): boolean =>
  changes.some(({ to, toldAt = Number.POSITIVE_INFINITY }) => to > password && toldAt < startedAt)

/**
 * Whether a password may have been another's, or none, at some time of a request: a later one was chosen or may have been, or nobody
 * was ever told that this one holds.
 */
export function isInDoubt(
  password: number,
  request: Request,
  changes: readonly Change[],
  signIns: readonly Answered[],
): boolean {
  const { startedAt, endedAt } = request
  if (changes.some(({ to, request: { startedAt: asked } }) => to > password && asked <= endedAt)) return true
  const holds =
    password === 0 ||
    changes.some(({ to, toldAt = Number.POSITIVE_INFINITY }) => to === password && toldAt < startedAt) ||
    signIns.some((signIn) => signIn.asked.password === password && signIn.endedAt < startedAt)
  return !holds
}
