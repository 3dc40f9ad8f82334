import { z } from 'zod'
import { defineEvent, definePersonalEvent, type EventOf, type FactOf } from '../event.ts'
import { BusinessId, UserId } from '../ids.ts'
import { Instant } from '../instant.ts'

const profile = z.object({
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type UserProfile = z.infer<typeof profile>

export const UserRegistered = definePersonalEvent(
  'UserRegistered',
  1,
  z.object({ userId: UserId, businessId: BusinessId.nullable(), role: z.string(), isAdmin: z.boolean() }),
  profile,
)
export const UserProfileChanged = definePersonalEvent('UserProfileChanged', 1, z.object({ userId: UserId }), profile)
/**
 * Somebody was sent a link with which they choose a password. The link itself is in no event: it is made again from these
 * by whoever has the platform's key. `passwordVersion` counts the account's passwords as they were then, so that the link is
 * of no use once another one has been chosen.
 */
const passwordLink = z.object({ userId: UserId, passwordVersion: z.int().min(0), goodUntil: Instant })
export type PasswordLinkSent = z.infer<typeof passwordLink>
/** The first one, for somebody who has no password yet. */
export const UserInvited = defineEvent('UserInvited', 1, passwordLink)
/** For somebody who has forgotten theirs, or is said to have. */
export const UserPasswordResetRequested = defineEvent('UserPasswordResetRequested', 1, passwordLink)
/** The hash itself never enters the log: it is in the table `credentials`. */
export const UserPasswordChanged = defineEvent('UserPasswordChanged', 1, z.object({ userId: UserId }))
export const UserDeactivated = defineEvent('UserDeactivated', 1, z.object({ userId: UserId, reason: z.string() }))
export const UserReactivated = defineEvent('UserReactivated', 1, z.object({ userId: UserId }))
/** `sessionRef` is a hash of the session's id, so that the log gives nobody a way in. */
export const UserSignedIn = defineEvent('UserSignedIn', 1, z.object({ userId: UserId, sessionRef: z.string() }))

type Definition =
  | typeof UserRegistered
  | typeof UserInvited
  | typeof UserPasswordResetRequested
  | typeof UserProfileChanged
  | typeof UserPasswordChanged
  | typeof UserDeactivated
  | typeof UserReactivated
  | typeof UserSignedIn
export type UserEvent = EventOf<Definition>
export type UserFact = FactOf<Definition>
