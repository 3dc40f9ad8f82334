import { onlineManager, useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NoAnswer } from '../../lib/api.ts'
import { failureToast, toast, withdrawToast } from '../../ui/toast-queue.ts'
import { askOnce } from './ask-once.ts'
import type { Counter } from './counter.ts'
import { type Attempt, type BookingDraft, type ChangeDraft, emptyDraft, type Field } from './draft.ts'
import { rememberAttempt, sameAttempt } from './last-attempt.ts'
import {
  attemptOf,
  type Calendar,
  type Choice,
  type Complaints,
  complaints,
  quote,
  requestOf,
  toastOf,
} from './model.ts'
import { isOutdated, priceChange, priceNow, type Told } from './price-change.ts'
import { refusalOf } from './refusal.ts'
import { datesToasts, texts } from './texts.ts'

interface Form {
  readonly counter: Counter
  readonly vehicles: readonly Choice[]
  readonly calendar: Calendar
  readonly draft: BookingDraft
  readonly change: ChangeDraft
}

/** What stands above the button until the form changes. */
export interface Trouble {
  readonly message: string
  /** The same request may be accepted when it is sent again. */
  readonly canHelpAgain?: boolean
  /** There was no answer: the request can be put aside, to be sent later. */
  readonly putAside?: () => void
}

/**
 * Submitting: the rules first, then the server; what either refuses is said beside the field and has the focus. Without a
 * network the request is put aside on the device.
 */
export function useSubmit({ counter, vehicles, calendar, draft, change }: Form) {
  const form = useRef<HTMLFormElement>(null)
  // Holds at once: `isSending` is told with the page's next turn, and a script or a helping device may press before it.
  const isUnderWay = useRef(false)
  const [wrong, setWrong] = useState<Complaints>({})
  const [trouble, setTrouble] = useState<Trouble>()
  const [told, setTold] = useState<Told>()
  const { mutateAsync: send, isPending: isSending } = useMutation({
    mutationFn: ({ attempt, note }: { readonly attempt: Attempt; readonly note: (known: Attempt) => Promise<void> }) =>
      // Noted on the device before anything leaves it: whatever happens to the page, it is asked with this key again.
      askOnce(attempt, {
        note,
        ask: (asked) => counter.request({ request: requestOf(asked), key: asked.key }),
      }),
  })
  const { mutateAsync: putAside, isPending: isSaving } = useMutation({ mutationFn: counter.putAside })

  const priced = quote(
    draft,
    vehicles.find(({ id }) => id === draft.carId),
    calendar,
  )
  if (told !== undefined && isOutdated(told, draft, priced?.total)) setTold(undefined)
  const total = priceNow(draft, told, priced?.total)
  const repriced = priceChange(draft, total)

  /** The focus goes to the first field that is wrong; when none is, to what is said above the button. */
  function complain(fields: Complaints): void {
    flushSync(() => setWrong(fields))
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field == null) form.current?.querySelector<HTMLElement>('[data-trouble]')?.focus()
    field?.focus({ preventScroll: true })
    // With its name above it and its complaint below it, clear of the bar; at once, so that whoever mends it and presses the
    // button again does not do so on a page that is still moving.
    field?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    if (isUnderWay.current || isSaving) return
    setTrouble(undefined)
    const found = complaints(draft, vehicles, calendar)
    if (Object.keys(found).length > 0) {
      const said = toastOf(found)
      if (said !== undefined) failureToast(said.title, said.description)
      return complain(found)
    }
    if (draft.licence === null) {
      return failureToast(texts.licenceRequired.title, texts.licenceRequired.description)
    }
    // What has no price has had its complaint.
    if (total === undefined) return complain(found)
    isUnderWay.current = true
    try {
      const attempt = await attemptNow(total)
      const submitted = { ...draft, attempt }
      if (onlineManager.isOnline() && draft.licence.where !== 'device') return await atOnce(submitted, attempt)
      void change({ attempt })
      await later(submitted)
    } finally {
      isUnderWay.current = false
    }
  }

  /** A form that was sent before from this device, in another tab perhaps, is sent as the same request again. */
  async function attemptNow(price: string): Promise<Attempt> {
    const now = Date.now()
    const made = { now, newKey: () => crypto.randomUUID() }
    const own = attemptOf(draft, price, made)
    // Staff may take the same booking twice, and leave nothing behind on the device when they go.
    if (counter.device !== 'phone' || own.key === draft.attempt?.key) return own
    const attemptWith = (reference: string) =>
      attemptOf({ ...draft, attempt: { reference, key: '', body: '' } }, price, made)
    const attempt = (await sameAttempt(counter.owner, draft, attemptWith, now)) ?? own
    void rememberAttempt(counter.owner, attempt, now)
    return attempt
  }

  async function atOnce(submitted: BookingDraft, attempt: Attempt): Promise<void> {
    let known = attempt
    const note = (now: Attempt): Promise<void> => {
      known = now
      return change({ attempt: now })
    }
    try {
      const { receipt, isAsFirstSent } = await send({ attempt, note })
      toast(texts.submitted.title, texts.submitted.description)
      void change(emptyDraft)
      counter.onAccepted(receipt, isAsFirstSent)
    } catch (error) {
      refused(error, { ...submitted, attempt: known })
    }
  }

  async function later(submitted: BookingDraft): Promise<void> {
    try {
      await putAside(submitted)
      setTrouble(undefined)
      withdrawToast([...datesToasts, texts.failed.title])
      void change(emptyDraft)
    } catch {
      failureToast(texts.failed.title, texts.noRoom)
      setTrouble({ message: texts.noRoom })
    }
  }

  function refused(error: unknown, submitted: BookingDraft): void {
    const refusal = refusalOf(error)
    if (refusal.toast !== undefined) failureToast(refusal.toast.title, refusal.toast.description)
    const { message, canHelpAgain, totalNow } = refusal
    const { carId, pickupDate, dropoffDate } = submitted
    if (totalNow !== undefined) {
      setTold({ carId, pickupDate, dropoffDate, total: totalNow, insteadOf: priced?.total })
    }
    setTrouble(
      message === undefined
        ? undefined
        : {
            message,
            canHelpAgain,
            ...(error instanceof NoAnswer ? { putAside: () => void later(submitted) } : {}),
          },
    )
    if (refusal.licenceLost) void change({ licence: null })
    if (refusal.outdated !== undefined) counter.onOutdated(refusal.outdated)
    complain(refusal.fields)
  }

  /** Takes the complaints about these fields away: they are being mended. */
  function forgive(fields: readonly Field[]): void {
    setTrouble(undefined)
    setWrong((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !fields.some((field) => field === name))),
    )
  }

  return { form, submit, isBusy: isSending || isSaving, priced, total, repriced, wrong, trouble, forgive }
}
