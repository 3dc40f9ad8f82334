import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useOutbox, usePending, useWithPending } from '../../offline/outbox/outbox-context.tsx'
import { useUndoable } from '../../offline/outbox/use-undoable.ts'
import { DISPLAY, failureToast } from '../../ui/toast-queue.ts'
import { undoToast } from '../../ui/undo-toast.ts'
import { decideBooking } from '../bookings/actions.ts'
import { bookings } from '../bookings/api.ts'
import { customerName } from '../bookings/model.ts'
import { cancelWork, changeWork, scheduleWork, subjectOf } from './actions.ts'
import { maintenance, maintenanceOf } from './api.ts'
import { type BlockDraft, seenWork, type Work } from './draft.ts'
import { isWaiting, waitingId, workOf } from './kept.ts'
import { blockIn, replacing } from './mending.ts'
import { type Hindered, standing } from './model.ts'
import { useMaintenance } from './use-maintenance.ts'
import { kindName } from './words.ts'

type Block = ReturnType<typeof standing>[number]
interface Save {
  /** Undefined for a new one. */
  readonly changed: Block | undefined
  readonly seen: BlockDraft | undefined
  readonly mended: string | undefined
}

/** What a vehicle's maintenance is, and what can be done about it. */
export function useWork({ id: carId, name: carName }: AdminVehicle, today: string) {
  const { perform, undo, drop } = useOutbox()
  const pending = usePending()
  const { blocks, error, refetch } = useMaintenance()
  const beyond = useWithPending(maintenance().queryKey, useQuery(maintenanceOf(carId)).data)
  const known = useWithPending(bookings().queryKey, useQuery(bookings()).data)
  const putAway = useUndoable(cancelWork)
  const own = useMemo(() => standing(blocks ?? [], beyond ?? [], carId, today), [blocks, beyond, carId, today])
  const refused = pending.filter(({ subject, state }) => state === 'refused' && subject === subjectOf(carId))

  /** What schedules a block and is not sent yet; undefined when the server has it, by whichever name it is shown. */
  const schedulingOf = ({ id }: Block) =>
    pending.find(({ name, args }) => name === scheduleWork.name && blockIn(args) === id)

  /** Takes back what has not left the device. False: it has. */
  async function takeBack(block: Block): Promise<boolean> {
    const waiting = schedulingOf(block)
    if (waiting !== undefined && (await undo(waiting.id))) return true
    if (waiting === undefined)
      failureToast('It is saved', 'It can be changed as soon as the screen is up to date again.')
    else failureToast('It is being sent', 'Please try again in a moment.')
    return false
  }

  return {
    blocks: own,
    isKnown: blocks !== undefined,
    error,
    refetch,
    bookings: known ?? [],
    refused,
    isUnsent: (block: Block): boolean => schedulingOf(block) !== undefined,
    /**
     * Takes the vehicle out of hire, or changes a block.
     * @param mended the id of the refused action that the form was opened from: what is saved stands for it
     * @param seen what the person saw of the block that is changed
     * @returns false: it was not saved, and the person has been told why
     */
    save: async (work: Work, { changed, seen, mended }: Save): Promise<boolean> => {
      const label = `${kindName[work.kind]} of ${carName}`
      if (changed !== undefined && !isWaiting(changed)) {
        const args = { id: changed.id, carId, carName, ...work, seen: (seen && seenWork(seen)) ?? workOf(changed) }
        await replacing(mended, drop, () => perform(changeWork, args, { label: `Change: ${label}` }))
        return true
      }
      if (changed !== undefined && !(await takeBack(changed))) return false
      const at = new Date().toISOString()
      const id = waitingId(crypto.randomUUID())
      await replacing(mended, drop, () => perform(scheduleWork, { id, carId, carName, ...work, at }, { label }))
      return true
    },
    cancel: async (block: Block): Promise<void> => {
      if (isWaiting(block)) {
        await takeBack(block)
        return
      }
      const what = `${kindName[block.kind]} of ${carName}`
      const { id, from, to, kind } = block
      const args = { id, carId, carName, seen: { from, to, kind } }
      // Looked at and cancelled again: what was refused of it would hold this one up.
      const before = refused.find(({ name, args: earlier }) => name === cancelWork.name && blockIn(earlier) === id)
      await replacing(before?.id, drop, () => putAway(args, { label: `Cancel: ${what}`, said: `Cancelled: ${what}` }))
    },
    /** Rejects the requests one by one, each renter is written to; they can be taken back together for 5 seconds. */
    rejectAll: async (requests: readonly Hindered[]): Promise<void> => {
      const ids: string[] = []
      let subject: string | undefined
      for (const { id, reference, booking } of requests) {
        const whose = booking === undefined ? `#${reference}` : `${customerName(booking)}’s booking`
        const decision = { id, from: 'pending', to: 'rejected' } as const
        subject ??= decideBooking.subject(decision)
        ids.push(await perform(decideBooking, decision, { label: `Reject ${whose}`, hold: DISPLAY }))
      }
      const takeAllBack = async () => {
        const undone = await Promise.all(ids.map(undo))
        if (!undone.every(Boolean)) failureToast('Too late to undo', 'It has been sent already.')
      }
      // The first that is sent takes it away.
      undoToast(
        ids.length === 1 ? '1 request rejected' : `${ids.length} requests rejected`,
        () => void takeAllBack(),
        subject,
      )
    },
  }
}
