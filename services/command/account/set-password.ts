import { refuse } from '@forecourt/domain/decision.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { changeCredentials, findCredentials } from './credentials.ts'
import { hashPassword } from './password.ts'
import { loginHmacOf } from './sign-in.ts'

export type PasswordRefusal = { readonly code: 'not-found' } | { readonly code: 'already-registered' | 'user-inactive' }

/**
 * Gives a user another password; their sessions end (SECURITY rule 13). The hash and the sessions come first: after a
 * crash in between, the old password is already out of use, and doing it again writes what is missing.
 * @param email the address that they sign in with
 */
export async function setPassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Executed<PasswordRefusal, { readonly userId: UserId }>> {
  const credentials = await findCredentials(pool, loginHmacOf(core, email))
  if (credentials === undefined) return refuse({ code: 'not-found' })
  const { userId, businessId } = credentials
  const changed = await changeCredentials(pool, userId, await hashPassword(password), call.now())
  if (!changed) return refuse({ code: 'not-found' })
  const begun = begin(core, call, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.set-password ${userId}`,
    asked: {},
  })
  return await run(core, core.users, userDecider, begun, { type: 'changePassword' }, { answer: () => ({ userId }) })
}
