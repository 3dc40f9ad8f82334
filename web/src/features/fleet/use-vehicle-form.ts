import type { AdminVehicle, VehicleInput } from '@forecourt/contracts/vehicle.ts'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../../lib/api.ts'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { useShown } from '../../offline/outbox/use-shown.ts'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { editVehicle } from './actions.ts'
import { addVehicle, vehicles } from './api.ts'
import {
  type Complaints,
  complaintsOf,
  draftOf,
  newVehicle,
  onTopOf,
  readDraft,
  type VehicleDraft,
  withAdded,
} from './model.ts'
import { type Kept, useVehicleDraft } from './vehicle-draft.ts'

interface Form {
  /** Undefined for a new one. */
  readonly vehicle: AdminVehicle | undefined
  readonly thisYear: number
  readonly onClose: () => void
}

/**
 * The vehicle form: an edited vehicle goes through the outbox, with or without a network; a new one is sent while one
 * waits, because there is no vehicle to show before the server has made it. What is typed is kept until one of them has it,
 * and what others save meanwhile is seen in the fields that were left alone.
 */
export function useVehicleForm({ vehicle, thisYear, onClose }: Form) {
  const show = useShown()
  const { perform } = useOutbox()
  const { mutateAsync: sendNew } = useMutation({
    mutationFn: ({ input, key }: { input: VehicleInput; key: string }) => addVehicle(input, key),
  })
  const form = useRef<HTMLFormElement>(null)
  const saved: VehicleDraft = vehicle === undefined ? newVehicle(thisYear) : draftOf(vehicle)
  const { kept, refusal, keep, forget } = useVehicleDraft(vehicle?.id)
  const { draft, overtaken, begunOn, isChanged } = onTopOf(saved, kept ?? { typed: saved, from: saved })
  const [isLeftOver, setLeftOver] = useState(isChanged)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  // What was typed a moment ago, also before it is shown: an upload that ends hands over a picture alone.
  const latest = useRef<Kept>({ typed: draft, from: begunOn })
  useEffect(() => {
    latest.current = { ...kept, typed: draft, from: begunOn }
  })

  function edit(part: Partial<VehicleDraft>): void {
    setLeftOver(false)
    latest.current = { ...latest.current, typed: { ...latest.current.typed, ...part } }
    void keep(latest.current)
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    setTrouble(undefined)
  }

  function complain(complaints: Complaints): void {
    flushSync(() => setWrong(complaints))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  // Somebody may have closed it while it was sent, and be elsewhere by now.
  const close = () => form.current && onClose()

  async function add(input: VehicleInput): Promise<void> {
    const body = JSON.stringify(input)
    // One key for as long as the form says the same: what is sent again after a lost answer makes one vehicle.
    const attempt = kept?.attempt?.body === body ? kept.attempt : { body, key: crypto.randomUUID() }
    // On the device before anything leaves it: whatever happens to the page from then on, it is asked with this key again.
    await keep({ ...latest.current, attempt })
    const added = await sendNew({ input, key: attempt.key })
    toast('Vehicle added to fleet successfully', added.warnings[0]?.message)
    await forget()
    close()
    await show(vehicles(), (list) => withAdded(list, added, new Date().toISOString()))
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    const read = readDraft(draft, thisYear)
    if ('wrong' in read) {
      complain(read.wrong)
      return
    }
    setSending(true)
    setTrouble(undefined)
    try {
      if (vehicle === undefined) await add(read.vehicle)
      else {
        const seen = readDraft(saved, thisYear)
        const from = 'vehicle' in seen ? seen.vehicle : undefined
        await perform(
          editVehicle,
          { id: vehicle.id, vehicle: read.vehicle, from },
          { label: `Save ${read.vehicle.name}` },
        )
        // Also what was refused before: this stands for it, and would wait behind it.
        await forget()
        close()
      }
    } catch (error) {
      const title = vehicle === undefined ? 'Failed to add vehicle to fleet' : 'Failed to update vehicle'
      const reason = inWords(error, 'Please try again.')
      failureToast(title, reason)
      setSending(false)
      setTrouble(reason)
      if (error instanceof ApiError) complain(complaintsOf(error.problem?.errors ?? []))
    }
  }

  return {
    form,
    draft,
    saved,
    wrong,
    trouble,
    sending,
    isDirty: isChanged,
    /** It was left without saving it, or the server has refused it. */
    isLeftOver: isLeftOver && isChanged,
    refusal,
    overtaken,
    edit,
    submit,
    discard: () => {
      setWrong({})
      setTrouble(undefined)
      void forget()
    },
  }
}
