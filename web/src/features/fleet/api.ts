import type { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { StoredFile, UploadTarget, VehicleImageUpload } from '@forecourt/contracts/upload.ts'
import {
  AdminFleet,
  type VehicleEdit,
  type VehicleInput,
  VehicleRemoved,
  VehicleSaved,
  VehicleStatusChanged,
} from '@forecourt/contracts/vehicle.ts'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { get, send } from '../../lib/api.ts'
import { putFile, tellOf } from '../../lib/put-file.ts'
import { keptForMember } from '../../offline/query-copy.ts'

/** The business's vehicles, by name. */
export const vehicles = () =>
  queryOptions({
    queryKey: ['admin', 'cars'],
    queryFn: ({ signal }) => get(AdminFleet, '/api/admin/cars', signal),
    ...keptForMember,
  })

const pathOf = (id: string) => `/api/admin/cars/${encodeURIComponent(id)}`

/** `key` makes each of these safe to send again. */
export const addVehicle = (vehicle: VehicleInput, key: string) =>
  send(VehicleSaved, 'POST', '/api/admin/cars', vehicle, key)

export const saveVehicle = (id: string, vehicle: VehicleEdit, key: string) =>
  send(VehicleSaved, 'PUT', pathOf(id), vehicle, key)

export const setStatus = (id: string, status: VehicleStatus, key: string) =>
  send(VehicleStatusChanged, 'PUT', `${pathOf(id)}/status`, { status }, key)

export const removeVehicle = (id: string, key: string) => send(VehicleRemoved, 'DELETE', pathOf(id), undefined, key)

export interface Sending {
  /** Is told how much of the file is sent, 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a vehicle's picture (specification section 7, upload flow). Gives the path under which it is known from then on.
 */
export async function uploadPicture(content: Blob, { onProgress, signal }: Sending): Promise<string> {
  const contentType = content.type
  const { uploadURL } = await send(UploadTarget, 'POST', '/api/objects/upload', {
    purpose: 'vehicle-image',
    contentType,
    size: content.size,
  })
  await putFile(uploadURL, content, { contentType, onProgress, signal })
  const taken = z.parse(VehicleImageUpload, { imageURL: uploadURL })
  return (await tellOf(send(StoredFile, 'PUT', '/api/vehicle-image', taken))).objectPath
}
