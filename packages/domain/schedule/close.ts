import type { CivilDate } from '../civil-date.ts'
import { accept, type Decision, refuse } from '../decision.ts'
import type { BusinessId, VehicleId } from '../ids.ts'
import type { ScheduleEvent } from './events.ts'
import { type ScheduleRefusal, standing } from './refusals.ts'
import type { Schedule } from './state.ts'

/** The vehicle is to leave the fleet. The caller has looked up that it is this business's. */
export interface CloseSchedule {
  readonly vehicleId: VehicleId
  readonly businessId: BusinessId
  readonly today: CivilDate
}

/**
 * Ends booking on a vehicle, before it is removed. Refused while an approved booking ends today or later (decisions:
 * bookings). It is decided where approving is decided, so that no approval slips in between.
 */
export function close(command: CloseSchedule, schedule: Schedule): Decision<ScheduleEvent, ScheduleRefusal> {
  const { vehicleId, businessId, today } = command
  if (schedule.closed) return accept()
  const ahead = [...schedule.approved].filter((booking) => booking.dropoffDate >= today)
  if (ahead.length > 0) return refuse({ code: 'vehicle-has-bookings', bookings: standing(ahead) })
  return accept({ type: 'ScheduleClosed', data: { vehicleId, businessId } })
}
