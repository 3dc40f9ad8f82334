import { accept } from '@forecourt/domain/decision.ts'
import type { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import { type DeactivateUser, type UserRefusal, userDecider } from '@forecourt/domain/user/decider.ts'
import type pg from 'pg'
import { begin } from '../log/begin.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { run } from '../log/run.ts'
import { voidPasswordLinks } from './credentials.ts'
import { dropSessions } from './drop-sessions.ts'

interface Deactivation extends DeactivateUser {
  /**
   * Whether they have been let in again since this was asked for: nothing is written or ended then. A command that has happened is
   * told of. Asked before anything is written, and before anything is ended.
   */
  readonly isOvertaken?: () => Promise<boolean>
}

/**
 * Shuts somebody out: they cannot sign in and their sessions end, and links to choose a password are of no use any more. Doing
 * it again ends what sessions there are.
 */
export async function deactivateUser(
  core: Core,
  pool: pg.Pool,
  call: Call,
  userId: UserId,
  { reason, evenIfOut, isOvertaken = async () => false }: Deactivation,
): Promise<Executed<UserRefusal, null>> {
  const stream = userStream(userId)
  const businessId = (await core.users.load(stream)).state?.businessId ?? undefined
  const begun = begin(core, call, {
    stream,
    tenantId: businessId,
    resource: `user.deactivate ${userId}`,
    asked: { reason },
  })
  const executed = await run(
    core,
    core.users,
    (await isOvertaken()) ? { decide: () => accept<never>() } : userDecider,
    begun,
    { type: 'deactivate', reason, evenIfOut },
    { answer: () => null },
  )
  if (executed.ok && !(await isOvertaken())) {
    await endAccess(pool, userId)
  }
  return executed
}

/** Links to choose a password lead nowhere any more, and all sessions end. */
export async function endAccess(pool: pg.Pool, userId: UserId): Promise<void> {
  await voidPasswordLinks(pool, userId)
  await dropSessions(pool, { userId })
}
