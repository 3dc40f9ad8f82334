import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { scheduleFacts } from './facts.ts'

/** Days of a vehicle that an approved booking or maintenance held for a while. */
export interface Hold {
  readonly stream: string
  /** The booking's, or the maintenance's. */
  readonly id: string
  readonly isBooking: boolean
  readonly first: CivilDate
  /** The first day that is free again. */
  readonly until: CivilDate
  /** When it was appended that it holds them. */
  readonly from: number
  /** Position of that. */
  readonly begunBy: bigint
  /** When it was appended that it holds them no more; endless while it does. */
  to: number
  /** Position of what ended it; undefined while nothing has. */
  endedBy: bigint | undefined
}

/** Everything that ever held days, in the order of the log. */
export function holdsIn(log: readonly Recorded[]): readonly Hold[] {
  const holds: Hold[] = []
  const standing = new Map<string, Hold>()
  for (const { stream, recordedAt, position, type, data } of scheduleFacts(log)) {
    const at = recordedAt.getTime()
    const letGo = (id: string) => {
      const hold = standing.get(id)
      standing.delete(id)
      if (hold === undefined) return
      hold.to = at
      hold.endedBy = position
    }
    const hold = (id: string, isBooking: boolean, first: CivilDate, until: CivilDate) => {
      letGo(id)
      const made = {
        stream,
        id,
        isBooking,
        first,
        until,
        from: at,
        begunBy: position,
        to: Number.POSITIVE_INFINITY,
        endedBy: undefined,
      }
      standing.set(id, made)
      holds.push(made)
    }
    if (type === 'BookingApproved' || type === 'BookingReinstated')
      hold(data.bookingId, true, data.pickupDate, data.dropoffDate)
    else if (type === 'MaintenanceScheduled' || type === 'MaintenanceMoved')
      hold(data.maintenanceId, false, data.from, data.to)
    else if (type === 'BookingCancelled' || type === 'BookingCompleted') letGo(data.bookingId)
    else if (type === 'MaintenanceCancelled') letGo(data.maintenanceId)
  }
  return holds
}
