import { addYears, type CivilDate } from '../civil-date.ts'
import { accept, type Decision, refuse } from '../decision.ts'
import type { BusinessId, MaintenanceId, VehicleId } from '../ids.ts'
import { daysOf } from '../period.ts'
import type { ScheduleEvent } from './events.ts'
import { daysOfBlock, pendingWithin, refusedBlock } from './held-days.ts'
import { type ScheduleRefusal, type StandingBooking, standing } from './refusals.ts'
import { LONGEST_DAYS, YEARS_AHEAD } from './request.ts'
import { type Block, blockOf, type Schedule } from './state.ts'
import { changedSince, type SeenWork, type Work, workAfter } from './work.ts'

/** Which maintenance. The caller has looked up that the vehicle is in this business's fleet. */
interface Which {
  readonly maintenanceId: MaintenanceId
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly today: CivilDate
}

export type ScheduleMaintenance = Which & Work
export interface ChangeMaintenance extends Which, Work {
  /** The maintenance as the person who acts saw it. */
  readonly seen?: Work | undefined
}
export interface CancelMaintenance extends Which {
  /** The maintenance as the person who acts saw it. */
  readonly seen?: SeenWork | undefined
}

type Outcome = Decision<ScheduleEvent, ScheduleRefusal>

/**
 * A vehicle is taken out of hire for some days (specification section 1: maintenance scheduling). Refused over an approved
 * booking or another block, before today, and beyond what a booking may be. Requests that wait do not hinder it.
 * @throws when the id has been given out before: ids are made afresh for each call
 */
export function scheduleMaintenance(command: ScheduleMaintenance, schedule: Schedule): Outcome {
  const { from, to, kind, note, today } = command
  if (schedule.maintenance.has(command.maintenanceId)) throw new Error('the id of maintenance was given out before')
  if (schedule.closed) return refuse({ code: 'not-found' })
  const refusal = refusedLength(command)
  if (refusal !== undefined) return refuse(refusal)
  if (from < today) return refuse({ code: 'maintenance-in-the-past', edge: 'from', earliest: today })
  const taken = refusedBlock(schedule, command)
  if (taken !== undefined) return refuse(taken)
  return accept({ type: 'MaintenanceScheduled', data: { ...which(command), from, to, kind, note } })
}

/**
 * Staff save edited maintenance: its days, what is done, or both. What has been is not rewritten: of a block that has begun
 * only the end can move, and not to before today; one that is over keeps its days. What is said of it may always be mended.
 * Who says what they saw saves what they have changed and nothing else; where others have changed the same, it is refused.
 */
export function changeMaintenance(command: ChangeMaintenance, schedule: Schedule): Outcome {
  const block = schedule.closed ? undefined : blockOf(schedule, command)
  if (block === undefined) return refuse({ code: 'not-found' })
  if (block.cancelled) return refuse({ code: 'maintenance-cancelled' })
  const work = workAfter(block, command)
  if ('parts' in work) return refuse({ code: 'maintenance-changed', ...work })
  const { from, to, kind, note } = work
  const wanted = { ...command, ...work }
  const events: ScheduleEvent[] = []
  if (from !== block.from || to !== block.to) {
    const refusal = refusedLength(wanted) ?? refusedMove(wanted, block) ?? refusedBlock(schedule, wanted)
    if (refusal !== undefined) return refuse(refusal)
    events.push({ type: 'MaintenanceMoved', data: { ...which(command), from, to } })
  }
  if (kind !== block.kind || note !== block.note) {
    events.push({ type: 'MaintenanceDescribed', data: { ...which(command), kind, note } })
  }
  return accept(...events)
}

/**
 * The maintenance does not take place, or no longer: all its days are free. One that is over took place. Who says what they saw
 * cancels that: where others have changed it, the vehicle may be in the workshop on days of which the person knows nothing.
 */
export function cancelMaintenance(command: CancelMaintenance, schedule: Schedule): Outcome {
  const block = schedule.closed ? undefined : blockOf(schedule, command)
  if (block === undefined) return refuse({ code: 'not-found' })
  if (block.cancelled) return accept()
  if (block.to <= command.today) return refuse({ code: 'maintenance-over' })
  const { seen } = command
  const parts = seen === undefined ? [] : changedSince(block, seen)
  if (seen !== undefined && parts.length > 0) {
    return refuse({ code: 'maintenance-changed', of: 'cancellation', parts, present: seenOf(block), seen })
  }
  return accept({ type: 'MaintenanceCancelled', data: which(command) })
}

/** The requests that can no longer be approved because of these days, earliest pickup first. */
export function requestsInTheWayOf(block: Pick<Block, 'from' | 'to'>, schedule: Schedule): readonly StandingBooking[] {
  return standing(pendingWithin(schedule, daysOfBlock(block)))
}

/** As long and as far ahead as a booking may be (decisions: dates, time, money). */
function refusedLength({ from, to, today }: ScheduleMaintenance): ScheduleRefusal | undefined {
  if (to <= from) return { code: 'invalid-dates', of: 'maintenance' }
  if (daysOf(daysOfBlock({ from, to })) > LONGEST_DAYS) {
    return { code: 'too-long', of: 'maintenance', longestDays: LONGEST_DAYS }
  }
  const latest = addYears(today, YEARS_AHEAD)
  return from > latest ? { code: 'too-far-ahead', of: 'maintenance', latest } : undefined
}

function refusedMove({ from, to, today }: ChangeMaintenance, block: Readonly<Block>): ScheduleRefusal | undefined {
  if (block.to <= today) return { code: 'maintenance-over' }
  if (from !== block.from) {
    if (block.from < today) return { code: 'maintenance-started', from: block.from }
    if (from < today) return { code: 'maintenance-in-the-past', edge: 'from', earliest: today }
  }
  return to < today ? { code: 'maintenance-in-the-past', edge: 'to', earliest: today } : undefined
}

const seenOf = ({ from, to, kind }: Work): SeenWork => ({ from, to, kind })

function which({ maintenanceId, vehicleId, businessId }: Which) {
  return { maintenanceId, vehicleId, businessId }
}
