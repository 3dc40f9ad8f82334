import { accept, type Decision, refuse } from '../decision.ts'
import type { UserId } from '../ids.ts'
import type { BusinessState } from './business.ts'
import type { BusinessEvent } from './events.ts'

export interface DeactivateMember {
  readonly userId: UserId
  /** Who shuts them out. */
  readonly by: UserId
  /** Those of the staff who can sign in, as the caller found them a moment ago. */
  readonly members: readonly UserId[]
}

export type MemberRefusal =
  | { readonly code: 'not-found' }
  /** Nobody shuts themselves out. */
  | { readonly code: 'own-account' }
  /** Nobody would be left who can sign in. */
  | { readonly code: 'last-member' }

type Outcome = Decision<BusinessEvent, MemberRefusal>

/**
 * Shuts somebody of the staff out. Whoever was shut out meanwhile no longer counts as left, so that of the last two members
 * who shut each other out at once only one succeeds.
 */
export function deactivateMember({ userId, by, members }: DeactivateMember, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  if (userId === by) return refuse({ code: 'own-account' })
  const { businessId, shutOut } = business
  if (shutOut.includes(userId)) return accept()
  const isSomebodyLeft = members.some((member) => member !== userId && !shutOut.includes(member))
  if (!isSomebodyLeft) return refuse({ code: 'last-member' })
  return accept({ type: 'BusinessMemberDeactivated', data: { businessId, userId } })
}

/** Lets somebody in again. */
export function reactivateMember({ userId }: { readonly userId: UserId }, business: BusinessState): Outcome {
  if (business === undefined) return refuse({ code: 'not-found' })
  const { businessId, shutOut } = business
  if (!shutOut.includes(userId)) return accept()
  return accept({ type: 'BusinessMemberReactivated', data: { businessId, userId } })
}
