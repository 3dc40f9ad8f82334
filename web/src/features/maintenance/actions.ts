import { DueDates } from '@forecourt/contracts/due-dates.ts'
import { MaintenanceKind } from '@forecourt/contracts/maintenance.ts'
import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { sayingOf } from '../../offline/outbox/outcome.ts'
import { vehicles } from '../fleet/api.ts'
import { withChange as withVehicleChange } from '../fleet/model.ts'
import { cancelMaintenance, changeMaintenance, maintenance, saveDueDates, scheduleMaintenance } from './api.ts'
import { withBlock, withChange, withoutBlock, workOf } from './kept.ts'
import { conflictInWords } from './words.ts'

/** What staff do with the maintenance of vehicles, with or without a network. */

const which = { id: z.string(), carId: z.string(), carName: z.string() }
const work = { from: z.string(), to: z.string(), kind: MaintenanceKind, note: z.nullable(z.string()) }
/** `at` is when it was done on this device: an instant. */
export const Scheduling = z.object({ ...which, ...work, at: z.string() })
/** `seen` is the block as the person saw it: what others have saved since is not overwritten. */
export const Changing = z.object({ ...which, ...work, seen: z.optional(z.object(work)) })
const seenDays = z.object({ from: z.string(), to: z.string(), kind: MaintenanceKind })
/** `seen` is what was cancelled, as the person saw it: what others have made of the block since stands. */
const Cancelling = z.object({ ...which, seen: z.optional(seenDays) })
/** `from` is the dates as the person saw them: those that others have saved since are not overwritten. */
export const Dues = z.object({ carId: z.string(), carName: z.string(), dueDates: DueDates, from: z.optional(DueDates) })

/** What is done with one vehicle's days is sent in the order in which it was done: a move makes room for the next block. */
export const subjectOf = (carId: string) => `maintenance ${carId}`
const subject = ({ carId }: { readonly carId: string }) => subjectOf(carId)

/** A refusal is understood beside what holds the vehicle's days by now. */
const leadsTo = ({ carId }: { readonly carId: string }) => ({
  words: 'Open the maintenance',
  address: `?tab=fleet&maintenance=${encodeURIComponent(carId)}`,
})

/** Its vehicle was removed from the fleet. */
const gone = overtakenOn(vehicles(), (list, { carId }: { readonly carId: string }) =>
  list.every(({ id }) => id !== carId),
)

const isAsSeen = (block: z.infer<typeof seenDays>, seen: z.infer<typeof seenDays>): boolean =>
  block.from === seen.from && block.to === seen.to && block.kind === seen.kind

/** Whether both have changed one of the dates since it was seen, and not into the same. */
const areTorn = (seen: DueDates, mine: DueDates, present: DueDates): boolean =>
  z
    .keyof(DueDates)
    .options.some(
      (paper) => mine[paper] !== seen[paper] && present[paper] !== seen[paper] && mine[paper] !== present[paper],
    )

/** Lists that days out of hire change, besides the maintenance itself. */
const refreshes = [
  ['admin', 'maintenance'],
  ['admin', 'cars'],
  ['admin', 'bookings', 'booked-dates'],
]

/** Says what is in the way as the desk says it, with the way there. */
const told = <Answer>(carName: string, sending: Promise<Answer>): Promise<Answer> =>
  sayingOf((problem) => conflictInWords(problem, carName), sending)

/** A vehicle is taken out of hire for some days. Until the server has named the block, `id` is this device's own name for it. */
export const scheduleWork: Action<z.infer<typeof Scheduling>> = {
  name: 'maintenance.schedule',
  args: Scheduling,
  subject,
  send: ({ carId, carName, ...block }, by) => told(carName, scheduleMaintenance(carId, workOf(block), by)),
  effects: [
    effectOn(maintenance(), (blocks, { id, carId, at, ...block }) =>
      withBlock(blocks, { id, carId, ...workOf(block), requests: [], createdAt: at, updatedAt: at }),
    ),
  ],
  done: () => 'Maintenance added',
  failed: () => 'Failed to add maintenance',
  leadsTo,
  gone,
  refreshes,
}

/** Its days are moved, or it is described otherwise. */
export const changeWork: Action<z.infer<typeof Changing>> = {
  name: 'maintenance.change',
  args: Changing,
  subject,
  send: ({ id, carId, carName, seen, ...block }, by) => {
    const edit = seen === undefined ? workOf(block) : { ...workOf(block), seen: workOf(seen) }
    return told(carName, changeMaintenance(carId, id, edit, by))
  },
  effects: [effectOn(maintenance(), (blocks, { id, ...block }) => withChange(blocks, id, workOf(block)))],
  done: () => 'Maintenance changed',
  failed: () => 'Failed to change maintenance',
  leadsTo,
  gone,
  refreshes,
}

/** It does not take place, or no longer. */
export const cancelWork: Action<z.infer<typeof Cancelling>> = {
  name: 'maintenance.cancel',
  args: Cancelling,
  subject,
  send: ({ id, carId, seen }, by) => cancelMaintenance(carId, id, seen === undefined ? {} : { seen }, by),
  effects: [effectOn(maintenance(), (blocks, { id }) => withoutBlock(blocks, id))],
  done: () => undefined,
  failed: () => 'Failed to cancel maintenance',
  leadsTo,
  gone,
  // The server cancels no block that others have moved, or made something else of.
  overtaken: overtakenOn(maintenance(), (blocks, { id, seen }) =>
    blocks.some((block) => block.id === id && seen !== undefined && !isAsSeen(block, seen)),
  ),
  refreshes,
}

/** When MOT, service, insurance and tax are due, all four. */
export const noteDueDates: Action<z.infer<typeof Dues>> = {
  name: 'vehicle.due-dates',
  args: Dues,
  subject: ({ carId }) => `due dates ${carId}`,
  send: ({ carId, dueDates, from }, by) =>
    saveDueDates(carId, from === undefined ? dueDates : { ...dueDates, from }, by),
  effects: [effectOn(vehicles(), (list, { carId, dueDates }) => withVehicleChange(list, carId, { dueDates }))],
  done: () => 'Due dates saved',
  failed: () => 'Failed to save due dates',
  answersRefused: true,
  leadsTo,
  gone,
  // The server replaces no date that the person has not seen; in the form they see it, and can save theirs again.
  overtaken: overtakenOn(vehicles(), (list, { carId, dueDates: typed, from }) =>
    list.some(({ id, dueDates }) => id === carId && from !== undefined && areTorn(from, typed, dueDates)),
  ),
}
