import type { ForgottenPassword } from '@forecourt/contracts/password.ts'
import { Slug } from '@forecourt/domain/ids.ts'
import { businessStream, slugClaimStream, userStream } from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import { run } from '../log/run.ts'
import { findCredentials } from './credentials.ts'
import { isLetInOnSecondLook } from './let-in.ts'
import { passwordLink } from './password-link.ts'
import { loginHmacOf, NO_SLUG, NOBODY, NOWHERE } from './sign-in.ts'

/**
 * Somebody says that they have forgotten the password of an account: when there is such an account, a link is mailed to its
 * address. Nothing is answered, so that nobody learns whether there is one.
 * @param mayMail whether this account may be mailed again: whoever asks for others' accounts fills nobody's mailbox
 * @throws {Unavailable} log or database do not answer, whether there is such an account or not
 */
export async function mailForgottenPassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { email, businessSlug }: ForgottenPassword,
  mayMail: (loginHmac: string) => Promise<boolean>,
): Promise<void> {
  const slug = Slug.safeParse(businessSlug)
  const loginHmac = loginHmacOf(core, email)
  const [isFew, credentials, name] = await Promise.all([
    mayMail(loginHmac),
    findCredentials(pool, loginHmac),
    core.names.load(slugClaimStream(slug.data ?? NO_SLUG)),
    // Somebody unknown hears of an outage too.
    core.log.head(),
  ])
  const { userId, businessId, passwordVersion } = credentials ?? {
    userId: NOBODY,
    businessId: NOWHERE,
    passwordVersion: 0,
  }
  const [user, business] = await Promise.all([
    core.users.load(userStream(userId)),
    core.businesses.load(businessStream(businessId)),
  ])
  const active = await isLetInOnSecondLook(core, user, business)
  const here = slug.success && name.state.ownerId === businessId && user.state?.businessId === businessId
  if (credentials === undefined || !active || !here || !isFew) return
  // A key that was used before would be refused, which would tell that there is such an account.
  const unkeyed = { ...call, idempotencyKey: undefined, abandoned: undefined }
  const begun = begin(core, unkeyed, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.forgotten-password ${userId}`,
    asked: {},
  })
  const command = { type: 'sendPasswordLink', link: passwordLink(call, passwordVersion) } as const
  await run(core, core.users, userDecider, begun, command, { answer: () => null })
}
