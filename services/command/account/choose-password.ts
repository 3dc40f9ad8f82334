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
import { isLetInOnSecondLook } from './let-in.ts'
import { isPassword } from './password.ts'
import { answerAgain, type PasswordRefusal, replacePassword } from './set-password.ts'

/**
 * Somebody chooses a password with the link that was mailed to them. Whatever is wrong with the link, the refusal is one:
 * made up, over, used, another password chosen since, or its account closed. Sent again with the password that it has set,
 * it is answered as the first time and sets nothing.
 * @param guess counts a try to say the password of the account: a used link tells whether it is right, as signing in does
 * @throws {Busy} too many passwords are being hashed
 */
export async function choosePassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { token, password }: PasswordReset,
  guess: (loginHmac: string, check: () => Promise<boolean>) => Promise<boolean>,
): Promise<Executed<PasswordRefusal, { readonly userId: UserId }>> {
  const link = readPasswordToken(core.lookupKey, token)
  const userId = UserId.safeParse(link?.userId).data
  if (link === undefined || userId === undefined || link.goodUntil <= call.now()) return refuse({ code: 'link-over' })
  const before = await findCredentialsOf(pool, userId)
  if (before === undefined) return refuse({ code: 'link-over' })
  const [user, business] = await Promise.all([
    core.users.load(userStream(userId)),
    core.businesses.load(businessStream(before.businessId)),
  ])
  if (!(await isLetInOnSecondLook(core, user, business))) return refuse({ code: 'link-over' })
  if (before.passwordVersion === link.passwordVersion) {
    const replaced = await replacePassword(core, pool, call, before, password)
    if (replaced !== undefined) return replaced
  }
  // Used before, or while this was being hashed.
  const used = await findCredentialsOf(pool, userId)
  if (used?.passwordVersion !== link.passwordVersion + 1) return refuse({ code: 'link-over' })
  const isRight = await guess(used.loginHmac, () => isPassword(password, used.passwordHash ?? undefined))
  if (!isRight) return refuse({ code: 'link-over' })
  return await answerAgain(core, pool, call, used)
}
