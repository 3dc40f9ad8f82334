import type { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Core } from '../log/core.ts'
import { type FinishDeps, finishAll } from '../log/finish-all.ts'
import { takeOut } from './vehicles.ts'

/**
 * Brings removals to their end that stopped half-way: vehicles whose schedule is closed leave the fleet, where they would
 * else be shown as available for ever and refused to everybody.
 */
export const finishRemovals = (deps: FinishDeps, now: () => Date, say: Log, signal?: AbortSignal): Promise<void> =>
  finishAll(
    deps,
    {
      reader: 'removals',
      prefix: 'rent.schedule-',
      type: 'ScheduleClosed',
      finish: (recorded) => finish(deps.core, now, recorded),
    },
    say,
    signal,
  )

async function finish(core: Core, now: () => Date, recorded: Recorded): Promise<string | undefined> {
  const fact = decode(recorded)
  if (fact.kind !== 'fact' || fact.type !== 'ScheduleClosed') return undefined
  const { businessId, vehicleId } = fact.data
  if (await isGone(core, vehicleId)) return undefined
  const done = await takeOut(core, { actor: { kind: 'system' }, now }, businessId, vehicleId, REASON)
  return done.ok ? 'removed' : done.refusal.code
}

const REASON = 'its removal was begun before'

async function isGone(core: Core, vehicleId: VehicleId): Promise<boolean> {
  return (await core.vehicles.load(vehicleStream(vehicleId))).state?.removed === true
}
