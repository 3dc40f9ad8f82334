import type { VehicleId } from '@forecourt/domain/ids.ts'
import { vehicleStream } from '@forecourt/domain/streams.ts'
import { decode } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import type { Core } from '../log/core.ts'
import { type LookThroughDeps, lookThrough } from '../log/look-through.ts'
import { takeOut } from './vehicles.ts'

/**
 * Brings removals to their end that stopped half-way: vehicles whose schedule is closed leave the fleet, where they would
 * else be shown as available for ever and refused to everybody. What fails is tried again next time, and keeps nothing else
 * from being done.
 */
export async function finishRemovals(
  deps: LookThroughDeps,
  now: () => Date,
  say: Log,
  signal?: AbortSignal,
): Promise<void> {
  const closings = {
    reader: 'removals',
    filter: { prefixes: ['rent.schedule-'] },
    meet: async (recorded: Recorded) =>
      recorded.type !== 'ScheduleClosed' || (await finish(deps.core, now, say, recorded)),
  }
  try {
    await lookThrough(deps, closings, signal)
  } catch (error) {
    say.warn({ error }, 'the log could not be looked through for removals that were begun')
  }
}

/** @returns false when it has to be tried again */
async function finish(core: Core, now: () => Date, say: Log, recorded: Recorded): Promise<boolean> {
  try {
    const fact = decode(recorded)
    if (fact.kind !== 'fact' || fact.type !== 'ScheduleClosed') return true
    const { businessId, vehicleId } = fact.data
    if (await isGone(core, vehicleId)) return true
    const done = await takeOut(core, { actor: { kind: 'system' }, now }, businessId, vehicleId, REASON)
    say.info({ code: done.ok ? 'removed' : done.refusal.code }, 'a removal was brought to its end')
    return true
  } catch (error) {
    say.error({ stream: recorded.stream, error }, 'a removal that was begun could not be brought to its end')
    return false
  }
}

const REASON = 'its removal was begun before'

async function isGone(core: Core, vehicleId: VehicleId): Promise<boolean> {
  return (await core.vehicles.load(vehicleStream(vehicleId))).state?.removed === true
}
