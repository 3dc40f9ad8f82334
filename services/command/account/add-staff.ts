import { randomUUID } from 'node:crypto'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { nameClaimDecider } from '@forecourt/domain/name-claim/decider.ts'
import { businessStream, loginClaimStream, userStream } from '@forecourt/domain/streams.ts'
import { register, type UserRefusal } from '@forecourt/domain/user/decider.ts'
import type { UserEvent, UserFact } from '@forecourt/domain/user/events.ts'
import type { UserState } from '@forecourt/domain/user/user.ts'
import { uuidV5 } from '@forecourt/domain/uuid-v5.ts'
import { normaliseEmail, type Person } from '@forecourt/event-log/vault/vault.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import { type Executed, execute } from '../log/execute.ts'
import { run, stateAfter } from '../log/run.ts'
import { adopt, subjectOf } from '../people/customer.ts'
import { addCredentials } from './credentials.ts'
import { hashPassword } from './password.ts'
import { passwordLink } from './password-link.ts'
import { loginHmacOf } from './sign-in.ts'

export interface NewStaff {
  readonly businessId: BusinessId
  readonly email: string
  /** Without one they are mailed a link with which they choose it. */
  readonly password?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  /** Marks an operator of the platform; it opens no tenant's data over HTTP. */
  readonly isAdmin?: boolean | undefined
}

export type StaffRefusal = UserRefusal | { readonly code: 'business-not-found' } | { readonly code: 'email-taken' }

/**
 * Gives somebody an account with which they sign in to a business. Three steps: the address is claimed in a stream of its
 * own, the user is registered, the password is stored. Done again after a crash in between, it goes on where it stopped.
 *
 * One address signs in to one business (specification section 3: a user's email is unique), so whoever adds a colleague is
 * told that an address is taken, also by another business: an invitation to somebody who can never come in would say so as
 * well, and later. Nothing but that is told, it is limited with the invitations of the business, and an address that is
 * free is mailed: nobody tries out many of them unseen.
 * @throws {Unavailable} how far it came is unknown; it may be done again
 */
export async function addStaff(
  core: Core,
  pool: pg.Pool,
  call: Call,
  staff: NewStaff,
): Promise<Executed<StaffRefusal, { readonly userId: UserId }>> {
  const { businessId } = staff
  const business = (await core.businesses.load(businessStream(businessId))).state
  if (business === undefined) return refuse({ code: 'business-not-found' })
  const loginHmac = loginHmacOf(core, staff.email)

  const userId = (await addedBefore(core, call, businessId)) ?? (await claimLogin(core, call, businessId, loginHmac))
  if (userId === undefined) return refuse({ code: 'email-taken' })
  const registered = await registerUser(core, call, staff, userId, loginHmac)
  if (!registered.ok) {
    if (registered.refusal.code !== 'already-registered') return registered
    // By the first try, which came so far; or by another business that found the claim and nobody registered, as it was told.
    const user = (await core.users.load(userStream(userId))).state
    if (user?.businessId !== businessId) return refuse({ code: 'email-taken' })
  }
  const passwordHash = staff.password === undefined ? null : await hashPassword(staff.password)
  const added = await addCredentials(pool, { userId, businessId, passwordHash }, loginHmac, call.now())
  // The same call again finds its own credentials; sent to two processes at once, either may be the one to store them.
  if (!added && !(registered.ok && call.idempotencyKey !== undefined)) return refuse({ code: 'email-taken' })
  return { ok: true, answer: { userId }, position: registered.ok ? registered.position : undefined, replayed: false }
}

/** With an idempotency key, the key names the user: the same call finds who was added by it. */
function userOfKey({ idempotencyKey }: Call, businessId: BusinessId): UserId | undefined {
  return idempotencyKey === undefined ? undefined : UserId.parse(uuidV5(idempotencyKey, `staff of ${businessId}`))
}

/** Who was added by this key already. Their stream says whether it was asked for the same: no other address is claimed. */
async function addedBefore(core: Core, call: Call, businessId: BusinessId): Promise<UserId | undefined> {
  const userId = userOfKey(call, businessId)
  if (userId === undefined) return undefined
  const fold = await core.users.load(userStream(userId))
  if (fold.state === undefined) await core.users.refresh(fold)
  return fold.state === undefined ? undefined : userId
}

/**
 * The user to whom the address belongs: a new one, or the one of an earlier try that did not finish. As long as nobody is
 * registered, nobody knows which business's try that was, or whether it is under way: it is theirs who registers them.
 */
async function claimLogin(
  core: Core,
  call: Call,
  businessId: BusinessId,
  loginHmac: string,
): Promise<UserId | undefined> {
  const stream = loginClaimStream(loginHmac)
  const ownerId = userOfKey(call, businessId) ?? randomUUID()
  const begun = begin(core, call, {
    stream,
    tenantId: undefined,
    resource: `login.claim ${loginHmac}`,
    asked: { businessId },
  })
  const claim = { type: 'claim', kind: 'login', ownerId } as const
  const claimed = await run(core, core.names, nameClaimDecider, begun, claim, {
    answer: (outcome) => stateAfter(nameClaimDecider, outcome).ownerId,
  })
  if (claimed.ok) return UserId.parse(claimed.answer)
  const owner = UserId.parse((await core.names.load(stream)).state.ownerId)
  const user = (await core.users.load(userStream(owner))).state
  return user === undefined || user.businessId === businessId ? owner : undefined
}

async function registerUser(
  core: Core,
  call: Call,
  { businessId, email, password, firstName, lastName, isAdmin }: NewStaff,
  userId: UserId,
  loginHmac: string,
): Promise<Executed<UserRefusal, null>> {
  const begun = begin(core, call, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.register ${userId}`,
    asked: { businessId, email, firstName, lastName, isAdmin },
  })
  const profile = {
    email: normaliseEmail(email),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    profileImageUrl: null,
  }
  const invitation = password === undefined ? passwordLink(call, 0) : undefined
  return await execute<UserState, UserEvent, UserFact, UserRefusal, null, Person>(core, core.users, {
    ...begun,
    person: core.vault.newPerson({ kind: 'user', businessId, emailHmac: loginHmac }, userId),
    adopt: (person, conflict) => adopt(core.vault, person, conflict),
    stored: (person) => core.vault.remember(person),
    decide: (user) => register({ userId, businessId, isAdmin, profile, invitation }, user),
    encode: (events, person) => begun.encode(events, subjectOf(person)),
    alongside: (person) => ({ person: person.row }),
    answer: () => null,
  })
}
