import type { AdminVehicle, VehicleInput } from '@forecourt/contracts/vehicle.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, inWords } from '../../lib/api.ts'
import { useOutbox } from '../../offline/outbox/outbox-context.tsx'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { editVehicle } from './actions.ts'
import { addVehicle } from './api.ts'
import { type Complaints, complaintsOf, draftOf, newVehicle, readDraft, type VehicleDraft } from './model.ts'

interface Form {
  /** Undefined for a new one. */
  readonly vehicle: AdminVehicle | undefined
  readonly thisYear: number
  readonly onClose: () => void
}

/**
 * The vehicle form: an edited vehicle goes through the outbox, with or without a network; a new one is sent while one
 * waits, because there is no vehicle to show before the server has made it.
 */
export function useVehicleForm({ vehicle, thisYear, onClose }: Form) {
  const queries = useQueryClient()
  const { perform } = useOutbox()
  const form = useRef<HTMLFormElement>(null)
  const [start] = useState(() => (vehicle === undefined ? newVehicle(thisYear) : draftOf(vehicle)))
  const [draft, setDraft] = useState<VehicleDraft>(start)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [sending, setSending] = useState(false)
  // One key for as long as the form says the same: what is sent again after a lost answer makes one vehicle.
  const attempt = useRef({ body: '', key: '' })

  function edit(part: Partial<VehicleDraft>): void {
    setDraft((before) => ({ ...before, ...part }))
    setWrong((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
    setTrouble(undefined)
  }

  function complain(complaints: Complaints): void {
    flushSync(() => setWrong(complaints))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function add(input: VehicleInput): Promise<void> {
    const body = JSON.stringify(input)
    if (attempt.current.body !== body) attempt.current = { body, key: crypto.randomUUID() }
    const saved = await addVehicle(input, attempt.current.key)
    toast('Vehicle added to fleet successfully', saved.warnings[0]?.message)
    onClose()
    await queries.invalidateQueries({ queryKey: ['admin'] })
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
        await perform(editVehicle, { id: vehicle.id, vehicle: read.vehicle }, { label: `Save ${read.vehicle.name}` })
        onClose()
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

  const isDirty = JSON.stringify(draft) !== JSON.stringify(start)
  return { form, draft, wrong, trouble, sending, isDirty, edit, submit }
}
