import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import { finishAll } from '../log/finish-all.ts'
import { isShutOut, shutUserOut } from './staff.ts'

interface DeactivationDeps {
  readonly core: Core
  readonly pool: pg.Pool
}

/** Brings deactivations to their end that stopped half-way: of whom the business shuts out, sessions and links end. */
export const finishDeactivations = (
  deps: DeactivationDeps,
  now: () => Date,
  say: Log,
  signal?: AbortSignal,
): Promise<void> =>
  finishAll(
    deps,
    {
      reader: 'deactivations',
      prefix: 'rent.business-',
      type: 'BusinessMemberDeactivated',
      finish: (recorded) => finish(deps, now, recorded),
    },
    say,
    signal,
  )

async function finish(
  { core, pool }: DeactivationDeps,
  now: () => Date,
  recorded: Recorded,
): Promise<string | undefined> {
  const fact = decode(recorded)
  if (fact.kind !== 'fact' || fact.type !== 'BusinessMemberDeactivated') return undefined
  if (!(await isShutOut(core, fact.data))) return undefined
  const done = await shutUserOut(core, pool, { actor: { kind: 'system' }, now }, fact.data)
  if (!done.ok) return done.refusal.code
  return done.position === undefined ? undefined : 'deactivated'
}
