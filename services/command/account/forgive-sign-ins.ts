import type { UserId } from '@forecourt/domain/ids.ts'
import { isDatabaseDown } from '@forecourt/kit/database-down.ts'
import type { CommandDeps } from '../app.ts'
import { findCredentialsOf } from './credentials.ts'

/**
 * Failed sign-ins of somebody count no more: they have proven whose mailbox theirs is, or a colleague has let them in again, who
 * were refused with their right password until then. It is a favour: what they have done holds, whatever becomes of this.
 */
export async function forgiveSignIns(
  { pool, limits }: Pick<CommandDeps, 'pool' | 'limits'>,
  userId: UserId,
): Promise<void> {
  try {
    const credentials = await findCredentialsOf(pool, userId)
    if (credentials !== undefined) await limits.forgiveSignIns(credentials.loginHmac)
  } catch (error) {
    // The count is over in a quarter of an hour.
    if (!isDatabaseDown(error)) throw error
  }
}
