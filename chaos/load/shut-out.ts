import type { Answer } from '../../tests/system/support/client.ts'
import type { Ask } from './browser.ts'
import { type Clerk, send } from './desk.ts'

/** Shutting a colleague out, or letting them in again. */
export const changingStatus = (id: string, status: 'active' | 'deactivated'): Ask => ({
  call: 'changeStaffStatus',
  method: 'PUT',
  path: `/api/admin/staff/${id}/status`,
  body: { status },
  asked: { id, status },
})

/** Somebody shuts the trainee out, or lets them in again; or tries that with another business's, whom they must not find. */
export async function changeTrainee(clerk: Clerk): Promise<Answer | undefined> {
  const { business, others, chance } = clerk
  const other = chance.happens(0.05) ? chance.oneOf(others) : undefined
  const { userId } = (other ?? business).trainee
  // Mostly in: else hardly anybody would be there to be shut out.
  return await send(clerk, changingStatus(userId, chance.happens(0.6) ? 'active' : 'deactivated'))
}
