import { StoredFile, VehicleImageUpload } from '@forecourt/contracts/upload.ts'
import {
  AdminFleet,
  type VehicleEdit,
  type VehicleInput,
  VehicleRemoved,
  VehicleSaved,
  type VehicleStatusChange,
  VehicleStatusChanged,
} from '@forecourt/contracts/vehicle.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { getAll, type Sender, send } from '../../lib/api.ts'
import { tellOf } from '../../lib/put-file.ts'
import { type Sending, upload } from '../../lib/upload.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** All of the business's vehicles, by name. */
export const vehicles = () =>
  queryOptions({
    queryKey: ['admin', 'cars'],
    queryFn: ({ signal }) => getAll(AdminFleet, '/api/admin/cars', signal),
    ...keptForMember,
  })

const pathOf = (id: string) => `/api/admin/cars/${encodeURIComponent(id)}`

/** The key makes each of these safe to send again. */
export const addVehicle = (vehicle: VehicleInput, key: string) =>
  send(VehicleSaved, 'POST', '/api/admin/cars', vehicle, key)

/** Saves an edited vehicle. @throws {ApiError} 409 `vehicle-changed` when others have changed the same of it */
export const saveVehicle = (id: string, vehicle: VehicleEdit, { key, member }: Sender) =>
  send(VehicleSaved, 'PUT', pathOf(id), vehicle, key, member)

/** Takes a vehicle out of hire, or puts it back. @throws {ApiError} 409 `vehicle-changed` when it has another status than was seen */
export const setStatus = (id: string, change: VehicleStatusChange, { key, member }: Sender) =>
  send(VehicleStatusChanged, 'PUT', `${pathOf(id)}/status`, change, key, member)

/** Removes a vehicle from the fleet. @throws {ApiError} 409 `vehicle-has-bookings` */
export const removeVehicle = (id: string, key: string) => send(VehicleRemoved, 'DELETE', pathOf(id), undefined, key)

/**
 * Uploads a vehicle's picture (specification section 7, upload flow). Gives the path under which it is known from then on.
 */
export async function uploadPicture(content: Blob, sending: Sending): Promise<string> {
  const taken = z.parse(VehicleImageUpload, { imageURL: await upload('vehicle-image', content, sending) })
  return (await tellOf(send(StoredFile, 'PUT', '/api/vehicle-image', taken))).objectPath
}
