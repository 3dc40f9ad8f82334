import type { PasswordReset } from '@forecourt/contracts/password.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import { readPasswordToken } from '@forecourt/kit/password-link.ts'
import type pg from 'pg'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { findCredentialsOf } from './credentials.ts'
import { isLetIn } from './let-in.ts'
import { type PasswordRefusal, replacePassword } from './set-password.ts'

/**
 * Somebody chooses a password with the link that was mailed to them. Whatever is wrong with the link, the refusal is one:
 * made up, over, used, another password chosen since, or its account closed.
 * @throws {Busy} too many passwords are being hashed
 */
export async function choosePassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { token, password }: PasswordReset,
): Promise<Executed<PasswordRefusal, { readonly userId: UserId }>> {
  const link = readPasswordToken(core.lookupKey, token)
  const userId = UserId.safeParse(link?.userId).data
  if (link === undefined || userId === undefined || link.goodUntil <= call.now()) return refuse({ code: 'link-over' })
  const credentials = await findCredentialsOf(pool, userId)
  if (credentials?.passwordVersion !== link.passwordVersion) return refuse({ code: 'link-over' })
  const [user, business] = await Promise.all([
    core.users.load(userStream(userId)),
    core.businesses.load(businessStream(credentials.businessId)),
  ])
  if (!isLetIn(user.state, business.state)) return refuse({ code: 'link-over' })
  const replaced = await replacePassword(core, pool, call, credentials, password)
  // Used by somebody else while this was being hashed.
  return replaced ?? refuse({ code: 'link-over' })
}
