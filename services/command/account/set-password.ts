import { refuse } from '@forecourt/domain/decision.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { Unavailable } from '@forecourt/event-log/port.ts'
import { isDatabaseDown } from '@forecourt/kit/database-down.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { changeCredentials, findCredentials, markTold, type Proven, type StoredCredentials } from './credentials.ts'
import { hashPassword } from './password.ts'
import { loginHmacOf } from './sign-in.ts'

export type PasswordRefusal =
  | { readonly code: 'not-found' }
  | { readonly code: 'already-registered' | 'user-inactive' }
  /** The link is made up, used or over. */
  | { readonly code: 'link-over' }
  | { readonly code: 'password-wrong' }

type Outcome = Executed<PasswordRefusal, { readonly userId: UserId }>

/**
 * Gives a user another password; their sessions end (SECURITY rule 13). The hash and the sessions come first: after a
 * crash in between, the old password is already out of use, and `finishPasswords` writes what is missing, as it does when
 * the log does not answer.
 * @param email the address that they sign in with
 */
export async function setPassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Outcome> {
  const credentials = await findCredentials(pool, loginHmacOf(core, email))
  if (credentials === undefined) return refuse({ code: 'not-found' })
  return (await replacePassword(core, pool, call, credentials, password)) ?? refuse({ code: 'not-found' })
}

/**
 * Replaces the password of these credentials.
 * @returns undefined when it was replaced by somebody else meanwhile: nothing has happened then
 * @throws {Busy} too many passwords are being hashed
 */
export async function replacePassword(
  core: Core,
  pool: pg.Pool,
  call: Call,
  credentials: StoredCredentials,
  password: string,
): Promise<(Outcome & Proven) | undefined> {
  const { userId, businessId } = credentials
  const [passwordHash, changedAt] = [await hashPassword(password), call.now()]
  const passwordVersion = await changeCredentials(pool, userId, passwordHash, changedAt, credentials.passwordVersion)
  if (passwordVersion === undefined) return undefined
  const told = await tellOrLeave(core, pool, call, { userId, businessId, passwordVersion })
  return { ...told, passwordHash, changedAt }
}

type Change = Pick<StoredCredentials, 'userId' | 'businessId' | 'passwordVersion'>

/** The new password holds, whatever the log says: whoever heard 503 would send what cannot be sent twice. */
async function tellOrLeave(core: Core, pool: pg.Pool, call: Call, change: Change): Promise<Outcome> {
  try {
    return await tellPasswordChanged(core, pool, call, change)
  } catch (error) {
    if (!(error instanceof Unavailable) && !isDatabaseDown(error)) throw error
    return { ok: true, answer: { userId: change.userId }, position: undefined, replayed: false }
  }
}

/** Answers for the password that these credentials have, which the same call has set before. */
export async function answerAgain(
  core: Core,
  pool: pg.Pool,
  call: Call,
  credentials: StoredCredentials,
): Promise<Outcome> {
  if (credentials.toldVersion < credentials.passwordVersion) return await tellOrLeave(core, pool, call, credentials)
  return { ok: true, answer: { userId: credentials.userId }, position: undefined, replayed: true }
}

/** Names the change of an account to a version of its password, for all who tell the log of it. Never change it. */
const PASSWORDS = '9f3f3c46-5f0e-4b7e-9d0b-0f5c6a1f7d52'

/** Tells the log that a password has changed; told twice, it is written once. */
export async function tellPasswordChanged(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { userId, businessId, passwordVersion }: Change,
): Promise<Outcome> {
  // It has happened: whoever asked for it may be gone.
  const once = { ...call, idempotencyKey: uuidV5(PASSWORDS, `${userId}/${passwordVersion}`), abandoned: undefined }
  const begun = begin(core, once, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.set-password ${userId}`,
    asked: { passwordVersion },
  })
  const command = { type: 'changePassword' } as const
  const told = await run(core, core.users, userDecider, begun, command, { answer: () => ({ userId }) })
  if (told.ok) await markTold(pool, userId, passwordVersion)
  return told
}
