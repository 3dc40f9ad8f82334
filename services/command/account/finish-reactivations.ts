import type { UserId } from '@forecourt/domain/ids.ts'
import { userStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import { lookThrough } from '../log/look-through.ts'
import { isShutOut, letUserIn } from './staff.ts'

interface ReactivationDeps {
  readonly core: Core
  readonly pool: pg.Pool
}

/**
 * Brings reactivations to their end that stopped half-way: whom the business lets in again is let in, where they would else
 * be shown as active and refused. What fails is tried again next time, and keeps nothing else from being done.
 */
export async function finishReactivations(
  deps: ReactivationDeps,
  now: () => Date,
  say: Log,
  signal?: AbortSignal,
): Promise<void> {
  const reactivations = {
    reader: 'reactivations',
    filter: { prefixes: ['rent.business-'] },
    meet: async (recorded: Recorded) =>
      recorded.type !== 'BusinessMemberReactivated' || (await finish(deps, now, say, recorded)),
  }
  try {
    await lookThrough(deps, reactivations, signal)
  } catch (error) {
    say.warn({ error }, 'the log could not be looked through for reactivations that were begun')
  }
}

/** @returns false when it has to be tried again */
async function finish(
  { core, pool }: ReactivationDeps,
  now: () => Date,
  say: Log,
  recorded: Recorded,
): Promise<boolean> {
  try {
    const fact = decode(recorded)
    if (fact.kind !== 'fact' || fact.type !== 'BusinessMemberReactivated') return true
    if ((await isShutOut(core, fact.data)) || !(await isStillOut(core, fact.data.userId, recorded))) return true
    const done = await letUserIn(core, pool, { actor: { kind: 'system' }, now }, fact.data)
    say.info({ code: done.ok ? 'reactivated' : done.refusal.code }, 'a reactivation was brought to its end')
    return true
  } catch (error) {
    say.error({ stream: recorded.stream, error }, 'a reactivation that was begun could not be brought to its end')
    return false
  }
}

/** Whether they are out since before they were let in. Who was deactivated after that, by an operator, stays out. */
async function isStillOut(core: Core, userId: UserId, letIn: Recorded): Promise<boolean> {
  let latest: Recorded | undefined
  for await (const recorded of core.log.read(userStream(userId))) {
    if (recorded.type === 'UserDeactivated' || recorded.type === 'UserReactivated') latest = recorded
  }
  return latest?.type === 'UserDeactivated' && latest.position < letIn.position
}
