import type { PasswordLinkSent, StaffStatusChanged } from '@forecourt/contracts/staff.ts'
import { type BusinessRefusal, businessDecider } from '@forecourt/domain/business/decider.ts'
import { refuse } from '@forecourt/domain/decision.ts'
import { type BusinessId, UserId } from '@forecourt/domain/ids.ts'
import { businessStream, userStream } from '@forecourt/domain/streams.ts'
import { type UserRefusal, userDecider } from '@forecourt/domain/user/decider.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { findCredentialsOf, usersWithPassword } from './credentials.ts'
import { deactivateUser, endAccess } from './deactivate.ts'
import { passwordLink } from './password-link.ts'

/** A member of the caller's own staff, as the address of a call names them. */
export interface Colleague {
  readonly businessId: BusinessId
  /** Who calls. */
  readonly by: UserId
  readonly userId: string
}

type Outcome<Answer> = Promise<Executed<BusinessRefusal | UserRefusal, Answer>>

/** Why staff's deactivations happen; who it was stands beside it in the log. */
const REASON = 'shut out by staff'

/**
 * Shuts a colleague out: they cannot sign in and their sessions end. The business's own stream comes first, where it is
 * decided that somebody is left; from that fact on nobody lets them in. Done again after a crash in between, it goes on
 * where it stopped; unless a colleague has let them in since: then it is too late, and answered as it is.
 */
export async function deactivateStaff(
  core: Core,
  pool: pg.Pool,
  call: Call,
  colleague: Colleague,
): Outcome<StaffStatusChanged> {
  const { businessId, by } = colleague
  const userId = await colleagueOf(core, colleague)
  if (userId === undefined) return refuse({ code: 'not-found' })
  const members = await membersOf(core, pool, businessId)
  const begun = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `staff.status ${userId} ${businessId}`,
    asked: { status: 'deactivated' },
  })
  const command = { type: 'deactivateMember', userId, by, members } as const
  const decided = await run(core, core.businesses, businessDecider, begun, command, { answer: () => null })
  if (!decided.ok) return decided
  // It is no more the caller's to stop: they are shut out already.
  const done = await shutUserOut(core, pool, { ...call, abandoned: undefined }, { businessId, userId })
  if (!done.ok) return done
  const isOut = done.replayed || (await isShutOut(core, { businessId, userId }))
  return { ...done, answer: { id: userId, status: isOut ? 'deactivated' : await statusOf(core, pool, userId) } }
}

/** Lets a colleague in again, with the password that they had. */
export async function reactivateStaff(
  core: Core,
  pool: pg.Pool,
  call: Call,
  colleague: Omit<Colleague, 'by'>,
): Outcome<StaffStatusChanged> {
  const { businessId } = colleague
  const userId = await colleagueOf(core, colleague)
  if (userId === undefined) return refuse({ code: 'not-found' })
  const ofBusiness = begin(core, call, {
    stream: businessStream(businessId),
    tenantId: businessId,
    resource: `staff.status ${userId} ${businessId}`,
    asked: { status: 'active' },
  })
  const letIn = { type: 'reactivateMember', userId } as const
  const decided = await run(core, core.businesses, businessDecider, ofBusiness, letIn, { answer: () => null })
  if (!decided.ok) return decided
  const letInAt = decided.position
  const done = await letUserIn(core, pool, { ...call, abandoned: undefined }, { businessId, userId, letInAt })
  if (!done.ok) return done
  // Under its key again it is answered as the first time, whoever has shut them out since, or whatever they have chosen.
  const status = done.position === undefined ? await statusOf(core, pool, userId) : done.answer
  return { ...done, answer: { id: userId, status } }
}

async function statusOf(core: Core, pool: pg.Pool, userId: UserId): Promise<StaffStatusChanged['status']> {
  const isIn = (await core.users.load(userStream(userId))).state?.active === true
  if (!isIn) return 'deactivated'
  const credentials = await findCredentialsOf(pool, userId)
  return credentials?.passwordHash ? 'active' : 'invited'
}

/** A member of a business's staff. */
interface Employee {
  readonly businessId: BusinessId
  readonly userId: UserId
}

/** What follows from another's doing, which nobody has asked for by itself. */
export const bySystem = ({ now }: Pick<Call, 'now'>): Call => ({ actor: { kind: 'system' }, now })

/**
 * Their own fact, behind the business's; nothing when the business has let them in again since. Whom it has let in meanwhile found
 * nothing to undo then: they come in, unless somebody else has shut them out behind this.
 */
export async function shutUserOut(
  core: Core,
  pool: pg.Pool,
  call: Call,
  employee: Employee,
): Promise<Executed<UserRefusal, null>> {
  const isOvertaken = async () => !(await isShutOut(core, employee))
  const done = await deactivateUser(core, pool, call, employee.userId, { reason: REASON, isOvertaken })
  if (done.ok && done.position !== undefined && !(await isShutOut(core, employee))) {
    await letUserIn(core, pool, bySystem(call), { ...employee, letInAt: done.position })
  }
  return done
}

/** With the password that they had, or without any yet. */
type LetIn = Exclude<StaffStatusChanged['status'], 'deactivated'>

/**
 * Their own fact, behind the business's. Whom the business has shut out again meanwhile found nothing to undo then: they go out.
 * @param letInAt where the business has said so, or where they went out whom it had let in before; whom an operator has shut out
 *   behind that stays out
 * @returns how they have come in, when it was done by this
 */
export async function letUserIn(
  core: Core,
  pool: pg.Pool,
  call: Call,
  { businessId, userId, letInAt }: Employee & { readonly letInAt: Position | undefined },
): Promise<Executed<UserRefusal, LetIn>> {
  const before = await core.users.load(userStream(userId))
  await core.users.refresh(before)
  // Whoever shut them out may have died before that: they do not come in by a session of before.
  if (before.state?.active === false) await endAccess(pool, userId)
  const timesShutOut = letInAt === undefined ? undefined : await timesShutOutBy(core, userId, letInAt)
  const begun = begin(core, call, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `user.reactivate ${userId}`,
    asked: { status: 'active' },
  })
  const letIn = { type: 'reactivate', timesShutOut } as const
  const done = await run(core, core.users, userDecider, begun, letIn, {
    answer: ({ state }): LetIn => (state?.invited === true ? 'invited' : 'active'),
  })
  if (done.ok && !done.replayed && (await isShutOut(core, { businessId, userId }))) {
    await shutUserOut(core, pool, bySystem(call), { businessId, userId })
  }
  return done
}

async function timesShutOutBy(core: Core, userId: UserId, place: Position): Promise<number> {
  let times = 0
  for await (const { type, position } of core.log.read(userStream(userId)))
    if (type === 'UserDeactivated' && position <= place) times += 1
  return times
}

/** Whether the business has shut them out, as the log says now. */
export async function isShutOut(core: Core, { businessId, userId }: Employee): Promise<boolean> {
  const fold = await core.businesses.load(businessStream(businessId))
  await core.businesses.refresh(fold)
  return fold.state?.shutOut.includes(userId) === true
}

/** Mails a colleague a link to choose a password: the invitation once more when they have none yet. */
export async function mailPasswordLink(
  core: Core,
  pool: pg.Pool,
  call: Call,
  colleague: Colleague,
): Outcome<PasswordLinkSent> {
  const { businessId } = colleague
  const userId = await colleagueOf(core, colleague)
  const credentials = userId === undefined ? undefined : await findCredentialsOf(pool, userId)
  if (userId === undefined || credentials === undefined) return refuse({ code: 'not-found' })
  const begun = begin(core, call, {
    stream: userStream(userId),
    tenantId: businessId,
    resource: `staff.password-link ${userId} ${businessId}`,
    asked: {},
  })
  const command = { type: 'sendPasswordLink', link: passwordLink(call, credentials.passwordVersion) } as const
  return await run(core, core.users, userDecider, begun, command, { answer: () => ({ id: userId, sent: true }) })
}

/** Another business's people are as absent as made-up ones. */
async function colleagueOf(core: Core, { businessId, userId: id }: Omit<Colleague, 'by'>): Promise<UserId | undefined> {
  const userId = UserId.safeParse(id).data
  if (userId === undefined) return undefined
  const fold = await core.users.load(userStream(userId))
  // Another process may have added them a moment ago.
  if (fold.state === undefined) await core.users.refresh(fold)
  return fold.state?.businessId === businessId ? userId : undefined
}

/** Those who have a password and are not shut out. */
export async function membersOf(core: Core, pool: pg.Pool, businessId: BusinessId): Promise<readonly UserId[]> {
  const known = await usersWithPassword(pool, businessId)
  const folds = await Promise.all(known.map((userId) => core.users.load(userStream(userId))))
  return known.filter((_userId, index) => folds[index]?.state?.active === true)
}
