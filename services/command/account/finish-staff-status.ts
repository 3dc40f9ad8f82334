import type { UserRefusal } from '@forecourt/domain/user/decider.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { finishAll } from '../log/finish-all.ts'
import { bySystem, isShutOut, letUserIn, shutUserOut } from './staff.ts'

interface StatusDeps {
  readonly core: Core
  readonly pool: pg.Pool
}

type Finishing = (deps: StatusDeps, now: () => Date, say: Log, signal?: AbortSignal) => Promise<void>

/** Brings deactivations to their end that stopped half-way: of whom the business shuts out, sessions and links end. */
export const finishDeactivations: Finishing = (deps, now, say, signal) =>
  finishAll(
    deps,
    { ...ofBusiness, reader: 'deactivations', type: DEACTIVATED, finish: (recorded) => shutOut(deps, now, recorded) },
    say,
    signal,
  )

/**
 * Brings reactivations to their end that stopped half-way: whom the business lets in again is let in, where they would else
 * be shown as active and refused.
 */
export const finishReactivations: Finishing = (deps, now, say, signal) =>
  finishAll(
    deps,
    { ...ofBusiness, reader: 'reactivations', type: REACTIVATED, finish: (recorded) => letIn(deps, now, recorded) },
    say,
    signal,
  )

const ofBusiness = { prefix: 'rent.business-' } as const
const DEACTIVATED = 'BusinessMemberDeactivated'
const REACTIVATED = 'BusinessMemberReactivated'

async function shutOut({ core, pool }: StatusDeps, now: () => Date, recorded: Recorded): Promise<string | undefined> {
  const fact = decode(recorded)
  if (fact.kind !== 'fact' || fact.type !== DEACTIVATED || !(await isShutOut(core, fact.data))) return undefined
  return outcome(await shutUserOut(core, pool, bySystem({ now }), fact.data), 'deactivated')
}

async function letIn({ core, pool }: StatusDeps, now: () => Date, recorded: Recorded): Promise<string | undefined> {
  const fact = decode(recorded)
  if (fact.kind !== 'fact' || fact.type !== REACTIVATED || (await isShutOut(core, fact.data))) return undefined
  const employee = { ...fact.data, letInAt: recorded.position }
  return outcome(await letUserIn(core, pool, bySystem({ now }), employee), 'reactivated')
}

/** What came of it; undefined when there was nothing left to do. */
function outcome(done: Executed<UserRefusal, unknown>, what: string): string | undefined {
  if (!done.ok) return done.refusal.code
  return done.position === undefined ? undefined : what
}
