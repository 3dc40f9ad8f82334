import type { BusinessId, UserId } from '../ids.ts'
import type { UserFact } from './events.ts'

/** Somebody who signs in, as the rules need to know them: their profile stays sealed. */
export interface User {
  readonly userId: UserId
  /** Null for somebody of the platform who belongs to no business. */
  readonly businessId: BusinessId | null
  readonly role: string
  /** Marks a platform operator; it opens no tenant's data over HTTP (decisions: roles). */
  readonly isAdmin: boolean
  readonly active: boolean
  readonly timesShutOut: number
  /** Has been asked to choose a first password and has not done so yet. */
  readonly invited: boolean
}
export type UserState = User | undefined

/** Folds one fact. Facts about a user who was never registered change nothing. */
export function evolve(user: UserState, fact: UserFact): UserState {
  if (fact.type === 'UserRegistered') return { ...fact.data, active: true, timesShutOut: 0, invited: false }
  if (user === undefined) return undefined
  switch (fact.type) {
    case 'UserDeactivated':
      return { ...user, active: false, timesShutOut: user.timesShutOut + 1 }
    case 'UserReactivated':
      return { ...user, active: true }
    case 'UserInvited':
      return { ...user, invited: true }
    case 'UserPasswordChanged':
      return user.invited ? { ...user, invited: false } : user
    case 'UserProfileChanged':
    case 'UserPasswordResetRequested':
    case 'UserSignedIn':
      return user
    default:
      return fact satisfies never
  }
}
