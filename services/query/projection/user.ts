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
    createdAt: at,
    updatedAt: at,
  }
}

export function profileChanged(user: UserRow, { personal, at }: ToldOf<'UserProfileChanged'>): UserRow {
  return { ...user, ...(personal ?? ERASED), updatedAt: at }
}

export function activity(user: UserRow, { type, at }: ToldOf<'UserDeactivated' | 'UserReactivated'>): UserRow {
  return { ...user, isActive: type === 'UserReactivated', updatedAt: at }
}
