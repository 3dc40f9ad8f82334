import { createHash } from 'node:crypto'
import type { SignIn } from '@forecourt/contracts/account.ts'
import { BusinessId, Slug, UserId } from '@forecourt/domain/ids.ts'
import { businessStream, slugClaimStream, userStream } from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import { run } from '../log/run.ts'
import { findCredentials, type Proven } from './credentials.ts'
import { isLetIn } from './let-in.ts'
import { isPassword } from './password.ts'

export interface SignedInAs {
  readonly userId: UserId
  readonly businessId: BusinessId
}

/** Somebody whose password is right, and what it was checked against. */
interface Verified extends SignedInAs, Proven {}

/** An id that nobody has: for somebody unknown, the same is looked up and hashed as for somebody known. */
export const NOBODY = UserId.parse('00000000-0000-0000-0000-000000000000')
export const NOWHERE = BusinessId.parse(NOBODY)
const NO_CREDENTIALS = {
  userId: NOBODY,
  businessId: NOWHERE,
  passwordHash: null,
  changedAt: new Date(0),
}
/** What is looked up for a slug that cannot be one. */
export const NO_SLUG = Slug.parse('x')

/**
 * Whether these are somebody's e-mail address and password in this business. Unknown user, wrong password, wrong business,
 * inactive user and inactive business: one answer, one timing (SECURITY rule 12), undefined.
 * @throws {Busy} too many passwords are being checked
 */
export async function checkSignIn(
  core: Core,
  pool: pg.Pool,
  { email, password, businessSlug }: SignIn,
): Promise<Verified | undefined> {
  const slug = Slug.safeParse(businessSlug)
  const [credentials, name] = await Promise.all([
    findCredentials(pool, loginHmacOf(core, email)),
    core.names.load(slugClaimStream(slug.data ?? NO_SLUG)),
  ])
  const { userId, businessId, passwordHash, changedAt } = credentials ?? NO_CREDENTIALS
  const [user, business] = await Promise.all([
    core.users.load(userStream(userId)),
    core.businesses.load(businessStream(businessId)),
  ])
  // Another process may have let them in, or shut them out, a moment ago. Of whom nobody knows as much is asked.
  const [known] = await Promise.all([
    isPassword(password, passwordHash ?? undefined),
    core.users.refresh(user),
    core.businesses.refresh(business),
  ])
  const active = isLetIn(user.state, business.state)
  const here = slug.success && name.state.ownerId === businessId && user.state?.businessId === businessId
  return passwordHash !== null && known && active && here ? { userId, businessId, passwordHash, changedAt } : undefined
}

/** Keyed hash of the address that somebody signs in with; it is unique on the platform. */
export function loginHmacOf(core: Pick<Core, 'vault'>, email: string): string {
  return core.vault.lookupHmac('user', '', email)
}

/**
 * Records that somebody signed in.
 * @param sessionId is not written: only its hash is, so that the log gives nobody a way in
 * @returns undefined when they were deactivated meanwhile
 */
export async function recordSignIn(
  core: Core,
  call: Call,
  { userId, businessId }: SignedInAs,
  sessionId: string,
): Promise<Position | undefined> {
  const begun = begin(core, call, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.sign-in ${userId}`,
    asked: {},
  })
  const sessionRef = createHash('sha256').update(sessionId).digest('base64url')
  const executed = await run(
    core,
    core.users,
    userDecider,
    begun,
    { type: 'signIn', sessionRef },
    { answer: () => true },
  )
  return executed.ok ? executed.position : undefined
}
