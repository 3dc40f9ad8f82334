import { deactivateUser } from './deactivate.ts'
import { finishReactivationOf } from './finish-reactivations.ts'

/**
 * Shuts somebody out whatever their business has said. If it was letting them in and stopped half-way, that is finished first:
 * who is out already has nothing written about it, and would be let in after this.
 */
export async function deactivateByOperator(
  ...[core, pool, call, userId, reason]: Parameters<typeof deactivateUser>
): ReturnType<typeof deactivateUser> {
  await finishReactivationOf({ core, pool }, call.now, userId)
  return await deactivateUser(core, pool, call, userId, reason)
}
