import { BookingId, BusinessId, CustomerId, UserId, VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import {
  businessStream,
  customerStream,
  notificationStream,
  scheduleStream,
  userStream,
  vehicleStream,
} from '@forecourt/domain/streams.ts'
import type { EventLog, Position } from '@forecourt/event-log/port.ts'

/** The last event that touched a row. */
export interface Touch {
  readonly type: string
  readonly position: Position
  readonly at: string
}

/**
 * The last event up to the position that touched the row. Undefined where there is none, and for sums, which many events
 * have touched.
 */
export async function lastTouch(
  log: EventLog,
  table: string,
  key: string,
  through: Position,
): Promise<Touch | undefined> {
  let last: Touch | undefined
  for (const stream of streamsOf(table, key)) {
    for await (const { type, position, data, metadata, recordedAt } of log.read(stream)) {
      if (position > through) break
      if (table === 'bookings' && !data.includes(key)) continue
      if (last === undefined || position > last.position) {
        last = { type, position, at: metadata.occurredAt ?? recordedAt.toISOString() }
      }
    }
  }
  return last
}

/** Where the facts are that a row is made of. */
function streamsOf(table: string, key: string): string[] {
  switch (table) {
    case 'bookings': {
      const id = BookingId.safeParse(key)
      return id.success ? [scheduleStream(vehicleOf(id.data))] : []
    }
    case 'vehicles':
      return VehicleId.safeParse(key).success ? [vehicleStream(VehicleId.parse(key))] : []
    case 'customers':
      return CustomerId.safeParse(key).success ? [customerStream(CustomerId.parse(key))] : []
    case 'users':
      return UserId.safeParse(key).success ? [userStream(UserId.parse(key))] : []
    case 'businesses':
      return BusinessId.safeParse(key).success ? [businessStream(BusinessId.parse(key))] : []
    case 'mails':
      return [notificationStream(key)]
    default:
      return []
  }
}
