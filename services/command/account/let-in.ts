import type { BusinessState } from '@forecourt/domain/business/business.ts'
import type { BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
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
export async function isLetInOnSecondLook(
  core: Core,
  user: Fold<UserState>,
  business: Fold<BusinessState>,
): Promise<boolean> {
  if (isLetIn(user.state, business.state)) return true
  await Promise.all([core.users.refresh(user), core.businesses.refresh(business)])
  return isLetIn(user.state, business.state)
}

/** Whether a member is still let in, as the log says now and not as was heard of it. */
export async function isLetInByLog(
  core: Core,
  { userId, businessId }: { readonly userId: UserId; readonly businessId: BusinessId },
): Promise<boolean> {
  const [user, business] = await Promise.all([
    core.users.load(userStream(userId)),
    core.businesses.load(businessStream(businessId)),
  ])
  await Promise.all([core.users.refresh(user), core.businesses.refresh(business)])
  return isLetIn(user.state, business.state)
}
