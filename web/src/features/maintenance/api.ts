import { type DueDatesEdit, DueDatesSaved } from '@forecourt/contracts/due-dates.ts'
import {
  type MaintenanceCancellation,
  MaintenanceCancelled,
  type MaintenanceEdit,
  type MaintenanceInput,
  MaintenanceList,
  MaintenanceSaved,
} from '@forecourt/contracts/maintenance.ts'
import { queryOptions } from '@tanstack/react-query'
import { get, type Sender, send } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { keptForMember } from '../../offline/query-copy.ts'
import { daysKept } from './kept.ts'

/** The maintenance of the whole fleet in the year that the desk keeps (`daysKept`). */
export const maintenance = () =>
  queryOptions({
    queryKey: ['admin', 'maintenance'],
    queryFn: ({ signal }) => {
      // So many days round today that the time zone does not matter.
      const asked = new URLSearchParams({ ...daysKept(today('UTC')) })
      return get(MaintenanceList, `/api/admin/maintenance?${asked}`, signal)
    },
    ...keptForMember,
  })

const pathOf = (carId: string) => `/api/admin/cars/${encodeURIComponent(carId)}`

/** The maintenance of one vehicle, however far ahead. */
export const maintenanceOf = (carId: string) =>
  queryOptions({
    queryKey: ['admin', 'maintenance', 'of', carId],
    queryFn: ({ signal }) => get(MaintenanceList, `${pathOf(carId)}/maintenance`, signal),
  })

/** The key makes each of these safe to send again. */
export const scheduleMaintenance = (carId: string, work: MaintenanceInput, { key, member }: Sender) =>
  send(MaintenanceSaved, 'POST', `${pathOf(carId)}/maintenance`, work, key, member)

const pathOfBlock = (carId: string, id: string) => `${pathOf(carId)}/maintenance/${encodeURIComponent(id)}`

/** @throws {ApiError} 409 `maintenance-changed` when others have changed the same of it */
export const changeMaintenance = (carId: string, id: string, work: MaintenanceEdit, { key, member }: Sender) =>
  send(MaintenanceSaved, 'PUT', pathOfBlock(carId, id), work, key, member)

/** @throws {ApiError} 409 `maintenance-changed` when others have changed it since what was seen */
export const cancelMaintenance = (carId: string, id: string, what: MaintenanceCancellation, { key, member }: Sender) =>
  send(MaintenanceCancelled, 'DELETE', pathOfBlock(carId, id), what, key, member)

/** @throws {ApiError} 409 `due-dates-changed` when others have changed the same date */
export const saveDueDates = (carId: string, dueDates: DueDatesEdit, { key, member }: Sender) =>
  send(DueDatesSaved, 'PUT', `${pathOf(carId)}/due-dates`, dueDates, key, member)
