import type { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { useEffect, useRef } from 'react'
import { failureToast } from '../../ui/toast-queue.ts'
import type { Attempt, BookingDraft } from './draft.ts'
import { type DateField, isBooked } from './model.ts'
import { texts } from './texts.ts'

/**
 * Refuses a day that was chosen before it was known to be taken (specification section 5): the person was quicker than the
 * network, somebody else took it meanwhile, or another vehicle was chosen for the same days.
 * @returns what is to be told of each choice: that a day of a field was chosen and is not refused so far, or that the field
 *   is being changed
 */
export function useTakenMeanwhile(draft: BookingDraft, booked: BookedDates) {
  /** What was chosen, and the submission before it: what the server says to a later one stands, or its own days are taken. */
  const settled = useRef(new Map<DateField, Attempt | null>())
  useEffect(() => {
    for (const [field, attempt] of settled.current) {
      const isSubmitted = attempt !== draft.attempt
      if (!isSubmitted && !isBooked(draft[field], booked)) continue
      settled.current.delete(field)
      if (!isSubmitted) failureToast(texts.dateUnavailable.title, texts.dateUnavailable.description)
    }
  }, [draft, booked])
  return {
    settle: (...fields: readonly DateField[]) => {
      for (const field of fields) settled.current.set(field, draft.attempt)
    },
    unsettle: (field: DateField) => void settled.current.delete(field),
  }
}
