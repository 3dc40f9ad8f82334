import type { UserId } from '@forecourt/domain/ids.ts'
import type { UserRefusal } from '@forecourt/domain/user/decider.ts'
import type pg from 'pg'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { deactivateUser } from './deactivate.ts'
import { finishReactivationOf } from './finish-reactivations.ts'

/**
 * Shuts somebody out whatever their business has said. If it was letting them in and stopped half-way, that is finished first:
 * who is out already has nothing written about it, and would be let in after this.
 */
export async function deactivateByOperator(
  core: Core,
  pool: pg.Pool,
  call: Call,
  userId: UserId,
  reason: string,
): Promise<Executed<UserRefusal, null>> {
  await finishReactivationOf({ core, pool }, call.now, userId)
  return await deactivateUser(core, pool, call, userId, reason)
}
