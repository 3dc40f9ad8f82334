import type { ToldOf } from './facts.ts'
import type { UserRow } from './rows.ts'

const ERASED = { email: null, firstName: null, lastName: null, profileImageUrl: null }

/** A person who may sign in; those of a business are its staff. */
export function registered({ data, personal, at }: ToldOf<'UserRegistered'>): UserRow {
  return {
    userId: data.userId,
    businessId: data.businessId,
    ...(personal ?? ERASED),
    role: data.role,
    isAdmin: data.isAdmin,
    isActive: true,
    isInvited: false,
    createdAt: at,
    updatedAt: at,
  }
}

export function profileChanged(user: UserRow, { personal, at }: ToldOf<'UserProfileChanged'>): UserRow {
  return { ...user, ...(personal ?? ERASED), updatedAt: at }
}

/** Has been sent a link to choose a first password. */
export function invited(user: UserRow, { at }: ToldOf<'UserInvited'>): UserRow {
  return { ...user, isInvited: true, updatedAt: at }
}

export function passwordChosen(user: UserRow, { at }: ToldOf<'UserPasswordChanged'>): UserRow {
  return { ...user, isInvited: false, updatedAt: at }
}

/** The business's own word on who is let in; the user's own fact follows, also where that was long in coming. */
export function membership(
  user: UserRow,
  { type, at }: ToldOf<'BusinessMemberDeactivated' | 'BusinessMemberReactivated'>,
): UserRow {
  return { ...user, isActive: type === 'BusinessMemberReactivated', updatedAt: at }
}

export function activity(user: UserRow, { type, at }: ToldOf<'UserDeactivated' | 'UserReactivated'>): UserRow {
  return { ...user, isActive: type === 'UserReactivated', updatedAt: at }
}
