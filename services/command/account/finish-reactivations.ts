import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import { finishAll } from '../log/finish-all.ts'
import { isShutOut, letUserIn } from './staff.ts'

interface ReactivationDeps {
  readonly core: Core
  readonly pool: pg.Pool
}

/**
 * Brings reactivations to their end that stopped half-way: whom the business lets in again is let in, where they would else
 * be shown as active and refused.
 */
export const finishReactivations = (
  deps: ReactivationDeps,
  now: () => Date,
  say: Log,
  signal?: AbortSignal,
): Promise<void> =>
  finishAll(
    deps,
    {
      reader: 'reactivations',
      prefix: 'rent.business-',
      type: 'BusinessMemberReactivated',
      finish: (recorded) => finish(deps, now, recorded),
    },
    say,
    signal,
  )

async function finish(
  { core, pool }: ReactivationDeps,
  now: () => Date,
  recorded: Recorded,
): Promise<string | undefined> {
  const fact = decode(recorded)
  if (fact.kind !== 'fact' || fact.type !== 'BusinessMemberReactivated') return undefined
  if (await isShutOut(core, fact.data)) return undefined
  const letIn = { ...fact.data, letInAt: recorded.position }
  const done = await letUserIn(core, pool, { actor: { kind: 'system' }, now }, letIn)
  if (!done.ok) return done.refusal.code
  return done.position === undefined ? undefined : 'reactivated'
}
