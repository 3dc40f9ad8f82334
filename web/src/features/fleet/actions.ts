import { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { VehicleInput } from '@forecourt/contracts/vehicle.ts'
import * as z from 'zod/mini'
import { type Action, effectOn } from '../../offline/outbox/action.ts'
import { saveVehicle, setStatus, vehicles } from './api.ts'
import { withChange, withVehicle } from './model.ts'

/** What staff do with vehicles, with or without a network (texts: specification section 8). */

const Toggle = z.object({ id: z.string(), status: VehicleStatus })
const Edit = z.object({ id: z.string(), vehicle: VehicleInput })

const subject = ({ id }: { readonly id: string }) => `vehicle ${id}`

/** Mark Unavailable, Make Available. */
export const toggleAvailability: Action<z.infer<typeof Toggle>> = {
  name: 'vehicle.toggle',
  args: Toggle,
  subject,
  send: ({ id, status }, key) => setStatus(id, status, key),
  effects: [effectOn(vehicles(), (list, { id, status }) => withChange(list, id, { status, storedStatus: status }))],
  done: () => 'Vehicle availability updated',
  failed: () => 'Failed to update vehicle availability',
}

/** An edited vehicle whose picture, if it has a new one, is uploaded already. */
export const editVehicle: Action<z.infer<typeof Edit>> = {
  name: 'vehicle.edit',
  args: Edit,
  subject,
  send: ({ id, vehicle }, key) => saveVehicle(id, vehicle, key),
  effects: [effectOn(vehicles(), (list, { id, vehicle }) => withVehicle(list, id, vehicle))],
  done: () => 'Vehicle updated successfully',
  failed: () => 'Failed to update vehicle',
  refreshes: [
    ['admin', 'bookings'],
    ['admin', 'figures', 'performance'],
  ],
}
