import { addDays } from '../civil-date.ts'
import { overlaps, type Period } from '../period.ts'
import { type ScheduleRefusal, standing, standingBlocks } from './refusals.ts'
import type { Block, Booking, Schedule } from './state.ts'

/**
 * Who holds which day of a vehicle. One rule for all: no two approved bookings or blocks share a day, whoever comes first.
 *
 * Turn-round: between the end of an approved booking and the beginning of the next lie at least so many days as the
 * business keeps free when the later of the two decisions is taken. It counts between bookings only: maintenance may lie in
 * these days, since cleaning the vehicle is what they are for. A setting that is raised later takes nothing back that was
 * approved, and a booking that is completed needs no days any more: the vehicle is back.
 */

/** The approved bookings that share a day with the period. Costs the approved ones, whatever the history. */
export function approvedWithin(schedule: Schedule, period: Period): Readonly<Booking>[] {
  return schedule.approved
    .values()
    .filter((booking) => overlaps(booking, period))
    .toArray()
}

/** The requests that share a day with the period. */
export function pendingWithin(schedule: Schedule, period: Period): Readonly<Booking>[] {
  return schedule.pending
    .values()
    .filter((booking) => overlaps(booking, period))
    .toArray()
}

/** The blocks that share a day with the period. */
function blocksWithin(schedule: Schedule, period: Period): Readonly<Block>[] {
  return schedule.blocks
    .values()
    .filter((block) => overlaps(daysOfBlock(block), period))
    .toArray()
}

/** A block's days, as a period. */
export function daysOfBlock({ from, to }: Pick<Block, 'from' | 'to'>): Period {
  return { pickupDate: from, dropoffDate: to }
}

/**
 * Why a booking cannot have these days; undefined when it can. The turn-round is kept on both sides: after the bookings
 * that stand, and after this one before the next.
 * @param turnaroundDays whole days, 0 for none, as the business has set them at present
 */
export function refusedBooking(
  schedule: Schedule,
  period: Period,
  turnaroundDays: number,
): ScheduleRefusal | undefined {
  const withTurnaround = {
    pickupDate: addDays(period.pickupDate, -turnaroundDays),
    dropoffDate: addDays(period.dropoffDate, turnaroundDays),
  }
  return refused(approvedWithin(schedule, withTurnaround), blocksWithin(schedule, period), turnaroundDays)
}

/** Why maintenance cannot have its days; undefined when it can. A block that is moved does not stand in its own way. */
export function refusedBlock(
  schedule: Schedule,
  block: Pick<Block, 'maintenanceId' | 'from' | 'to'>,
): ScheduleRefusal | undefined {
  const period = daysOfBlock(block)
  const others = blocksWithin(schedule, period).filter(({ maintenanceId }) => maintenanceId !== block.maintenanceId)
  return refused(approvedWithin(schedule, period), others, 0)
}

function refused(
  bookings: readonly Readonly<Booking>[],
  blocks: readonly Readonly<Block>[],
  turnaroundDays: number,
): ScheduleRefusal | undefined {
  if (bookings.length === 0 && blocks.length === 0) return undefined
  return {
    code: 'dates-unavailable',
    conflicts: standing(bookings),
    maintenance: standingBlocks(blocks),
    turnaroundDays,
  }
}
