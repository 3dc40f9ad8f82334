import { match } from 'ts-pattern'
import { accept, type Decider, type Decision, refuse } from '../decision.ts'
import type { BusinessId, UserId } from '../ids.ts'
import type { PasswordLinkSent, UserEvent, UserFact, UserProfile } from './events.ts'
import { evolve, type UserState } from './user.ts'

export type UserRefusal =
  | { readonly code: 'not-found' }
  | { readonly code: 'already-registered' }
  | { readonly code: 'user-inactive' }

type Outcome = Decision<UserEvent, UserRefusal>

/** The stored default (specification section 3). */
export const DEFAULT_ROLE = 'admin'

/** A new account. Its e-mail address is claimed in a stream of its own first: that is what makes it unique. */
export interface RegisterUser {
  readonly userId: UserId
  readonly businessId: BusinessId | null
  readonly role?: string | undefined
  readonly isAdmin?: boolean | undefined
  readonly profile: UserProfile
  /** They choose their password themselves, by a link that is mailed to them. */
  readonly invitation?: PasswordLink | undefined
}

/** A link with which somebody chooses a password. */
export type PasswordLink = Omit<PasswordLinkSent, 'userId'>

/** Somebody gets an account (specification section 3: role `admin`, not a platform operator unless said so). */
export function register(command: RegisterUser, user: UserState): Outcome {
  const { userId, businessId, role = DEFAULT_ROLE, isAdmin = false, profile, invitation } = command
  if (user !== undefined) return refuse({ code: 'already-registered' })
  return accept(
    { type: 'UserRegistered', data: { userId, businessId, role, isAdmin }, personal: profile },
    ...(invitation === undefined ? [] : [{ type: 'UserInvited', data: { userId, ...invitation } } as const]),
  )
}

/** Profiles are sealed in the log, so that the same one again cannot be told and is written again. */
export function changeProfile({ profile }: { readonly profile: UserProfile }, user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  return accept({ type: 'UserProfileChanged', data: { userId: user.userId }, personal: profile })
}

/** That the password changed, not what it is: sessions that began before end (SECURITY rule 13). */
export function changePassword(user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  return accept({ type: 'UserPasswordChanged', data: { userId: user.userId } })
}

/** A link is to be mailed with which they choose a password: their first one when they have none. */
export function sendPasswordLink({ link }: { readonly link: PasswordLink }, user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  if (!user.active) return refuse({ code: 'user-inactive' })
  const type = user.invited ? 'UserInvited' : 'UserPasswordResetRequested'
  return accept({ type, data: { userId: user.userId, ...link } })
}

export interface DeactivateUser {
  readonly reason: string
  /** It is said also of somebody who is out: whoever was about to let them in, since before that, does not. */
  readonly evenIfOut?: boolean | undefined
}

/** From here on the user cannot sign in and their sessions end. */
export function deactivate({ reason, evenIfOut = false }: DeactivateUser, user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  if (!user.active && !evenIfOut) return accept()
  return accept({ type: 'UserDeactivated', data: { userId: user.userId, reason } })
}

/**
 * The user may sign in again.
 * @param timesShutOut when it was decided: who was shut out once more since stays out
 */
export function reactivate({ timesShutOut }: { readonly timesShutOut?: number | undefined }, user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  if (user.active || user.timesShutOut > (timesShutOut ?? Number.POSITIVE_INFINITY)) return accept()
  return accept({ type: 'UserReactivated', data: { userId: user.userId } })
}

/**
 * Somebody signed in; the caller has checked the password.
 * @param sessionRef a hash of the session's id
 */
export function signIn({ sessionRef }: { readonly sessionRef: string }, user: UserState): Outcome {
  if (user === undefined) return refuse({ code: 'not-found' })
  if (!user.active) return refuse({ code: 'user-inactive' })
  return accept({ type: 'UserSignedIn', data: { userId: user.userId, sessionRef } })
}

export type UserCommand =
  | ({ readonly type: 'register' } & RegisterUser)
  | { readonly type: 'changeProfile'; readonly profile: UserProfile }
  | { readonly type: 'changePassword' }
  | { readonly type: 'sendPasswordLink'; readonly link: PasswordLink }
  | ({ readonly type: 'deactivate' } & DeactivateUser)
  | { readonly type: 'reactivate'; readonly timesShutOut?: number | undefined }
  | { readonly type: 'signIn'; readonly sessionRef: string }

function decide(command: UserCommand, user: UserState): Outcome {
  return match(command)
    .with({ type: 'register' }, (asked) => register(asked, user))
    .with({ type: 'changeProfile' }, (asked) => changeProfile(asked, user))
    .with({ type: 'changePassword' }, () => changePassword(user))
    .with({ type: 'sendPasswordLink' }, (asked) => sendPasswordLink(asked, user))
    .with({ type: 'deactivate' }, (asked) => deactivate(asked, user))
    .with({ type: 'reactivate' }, (asked) => reactivate(asked, user))
    .with({ type: 'signIn' }, (asked) => signIn(asked, user))
    .exhaustive()
}

export const userDecider: Decider<UserCommand, UserState, UserEvent, UserFact, UserRefusal> = {
  initial: () => undefined,
  decide,
  evolve,
}
