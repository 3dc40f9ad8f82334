import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failureToast, toast } from '../../ui/toast-queue.ts'
import { fleet } from '../portal/api.ts'
import { bookedDates } from '../portal/booked-dates.ts'
import { requestBooking } from './api.ts'
import { type BookingDraft, emptyDraft, type Field } from './draft.ts'
import { attemptOf, type Calendar, type Complaints, complaints, quote, requestOf, toastOf } from './model.ts'
import { refusalOf } from './refusal.ts'
import { texts } from './texts.ts'

interface Form {
  readonly business: PublicBusiness
  readonly vehicles: readonly Vehicle[]
  readonly calendar: Calendar
  readonly draft: BookingDraft
  readonly change: (change: Partial<BookingDraft>) => void
}

/** Submitting: the rules first, then the server; what either refuses is said beside the field and has the focus. */
export function useSubmit({ business, vehicles, calendar, draft, change }: Form) {
  const queries = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<string>()
  const [confirmed, setConfirmed] = useState<string>()
  const { mutateAsync: send, isPending: sending } = useMutation({ mutationFn: requestBooking })

  function complain(fields: Complaints): void {
    flushSync(() => setWrong(fields))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (sending) return
    setTrouble(undefined)
    const found = complaints(draft, vehicles, calendar)
    if (Object.keys(found).length > 0) {
      const said = toastOf(found)
      if (said !== undefined) failureToast(said.title, said.description)
      return complain(found)
    }
    const priced = quote(
      draft,
      vehicles.find(({ id }) => id === draft.carId),
    )
    if (draft.licence === null || priced === undefined) {
      return failureToast(texts.licenceRequired.title, texts.licenceRequired.description)
    }
    const attempt = attemptOf(draft, priced.total, { now: Date.now(), newKey: () => crypto.randomUUID() })
    change({ attempt })
    try {
      const receipt = await send({ request: requestOf(attempt), key: attempt.key })
      accepted(receipt.reference)
    } catch (error) {
      refused(error)
    }
  }

  function accepted(reference: string): void {
    toast(texts.submitted.title, texts.submitted.description)
    setConfirmed(reference)
    change(emptyDraft)
    void queries.invalidateQueries({ queryKey: bookedDates(business.slug, draft.carId).queryKey })
  }

  function refused(error: unknown): void {
    const refusal = refusalOf(error)
    failureToast(refusal.toast.title, refusal.toast.description)
    setTrouble(refusal.message)
    if (refusal.licenceLost) change({ licence: null })
    if (refusal.outdated === 'fleet') void queries.invalidateQueries({ queryKey: fleet(business.slug).queryKey })
    if (refusal.outdated === 'booked-dates') {
      void queries.invalidateQueries({ queryKey: bookedDates(business.slug, draft.carId).queryKey })
    }
    complain(refusal.fields)
  }

  /** Takes the complaints about these fields away: they are being mended. */
  function forgive(fields: readonly Field[]): void {
    setTrouble(undefined)
    setWrong((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !fields.some((field) => field === name))),
    )
  }

  return { form, submit, sending, wrong, trouble, confirmed, dismiss: () => setConfirmed(undefined), forgive }
}
