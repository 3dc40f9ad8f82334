import type { BusinessState } from '@forecourt/domain/business/business.ts'
import type { UserState } from '@forecourt/domain/user/user.ts'

/** Whether somebody may use their account: neither they nor their business was closed, nor has the business shut them out. */
export function isLetIn(user: UserState, business: BusinessState): boolean {
  return user?.active === true && business?.active === true && !business.shutOut.includes(user.userId)
}
