import type { BusinessState } from '@forecourt/domain/business/business.ts'
import type { UserState } from '@forecourt/domain/user/user.ts'
import type { Core } from '../log/core.ts'
import type { Fold } from '../log/fold.ts'

/** Whether somebody may use their account: neither they nor their business was closed, nor has the business shut them out. */
export function isLetIn(user: UserState, business: BusinessState): boolean {
  return user?.active === true && business?.active === true && !business.shutOut.includes(user.userId)
}

/**
 * As {@link isLetIn}. Of whoever is not, as far as this process has heard, the log is asked once more: another process may have let
 * them in a moment ago.
 */
export async function isLetInByNow(core: Core, user: Fold<UserState>, business: Fold<BusinessState>): Promise<boolean> {
  if (isLetIn(user.state, business.state)) return true
  await Promise.all([core.users.refresh(user), core.businesses.refresh(business)])
  return isLetIn(user.state, business.state)
}
