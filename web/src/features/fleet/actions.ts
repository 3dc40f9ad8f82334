import { VehicleStatus } from '@forecourt/contracts/fleet.ts'
import { VehicleInput } from '@forecourt/contracts/vehicle.ts'
import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { saveVehicle, setStatus, vehicles } from './api.ts'
import { withChange, withVehicle } from './model.ts'

/** What staff do with vehicles, with or without a network (texts: specification section 8). */

/** `from` is the status that the person saw: what others have made of it since is not overwritten. With `name` it is the way back. */
const Toggle = z.object({
  id: z.string(),
  status: VehicleStatus,
  from: z.optional(VehicleStatus),
  name: z.optional(z.string()),
})
export type Toggle = Readonly<z.infer<typeof Toggle>>
/** `from` is the vehicle as the person saw it: what others have saved since is not overwritten. */
export const Edit = z.object({ id: z.string(), vehicle: VehicleInput, from: z.optional(VehicleInput) })

const subject = ({ id }: { readonly id: string }) => `vehicle ${id}`

/** A refusal is understood beside what the vehicle is by now. */
const leadsTo = ({ id }: { readonly id: string }) => ({
  words: 'Open the vehicle',
  address: `?tab=fleet&vehicle=${encodeURIComponent(id)}`,
})

/** It was removed from the fleet. */
const gone = overtakenOn(vehicles(), (list, { id }: { readonly id: string }) =>
  list.every((vehicle) => vehicle.id !== id),
)

/** "Make Skoda Fabia available" */
export const labelOf = ({ name = 'the vehicle', status }: Toggle) =>
  `${status === 'available' ? 'Make' : 'Mark'} ${name} ${status}`

/** Mark Unavailable, Make Available. */
export const toggleAvailability: Action<Toggle> = {
  name: 'vehicle.toggle',
  args: Toggle,
  subject,
  send: ({ id, status, from }, by) => setStatus(id, from === undefined ? { status } : { status, from }, by),
  effects: [effectOn(vehicles(), (list, { id, status }) => withChange(list, id, { status, storedStatus: status }))],
  done: () => 'Vehicle availability updated',
  failed: () => 'Failed to update vehicle availability',
  answersRefused: true,
  leadsTo,
  gone,
  takenBack: ({ id, status, from, name }) => {
    if (from === undefined || name === undefined) return undefined
    const back = { id, status: from, from: status, name }
    return { args: back, label: `Put ${name} back to ${from}` }
  },
  // The server gives no vehicle another status that has another one than the person saw.
  overtaken: overtakenOn(vehicles(), (list, { id, status, from }) =>
    list.some(
      ({ id: one, storedStatus }) =>
        one === id && from !== undefined && storedStatus !== from && storedStatus !== status,
    ),
  ),
}

/** An edited vehicle whose picture, if it has a new one, is uploaded already. */
export const editVehicle: Action<z.infer<typeof Edit>> = {
  name: 'vehicle.edit',
  args: Edit,
  subject,
  send: ({ id, vehicle, from }, by) => saveVehicle(id, from === undefined ? vehicle : { ...vehicle, from }, by),
  effects: [effectOn(vehicles(), (list, { id, vehicle }) => withVehicle(list, id, vehicle))],
  done: () => 'Vehicle updated successfully',
  failed: () => 'Failed to update vehicle',
  answersRefused: true,
  leadsTo,
  gone,
  refreshes: [
    ['admin', 'bookings'],
    ['admin', 'figures', 'performance'],
  ],
}
