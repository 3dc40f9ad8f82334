import type { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { useEffect, useRef } from 'react'
import { failureToast } from '../../ui/toast-queue.ts'
import type { BookingDraft } from './draft.ts'
import { DATE_FIELDS, type DateField, isBooked, isSubmitted } from './model.ts'
import { texts } from './texts.ts'

/**
 * Refuses a day that was chosen before it was known to be taken (specification section 5): the person was quicker than the
 * network, somebody else took it meanwhile, or another vehicle was chosen for the same days.
 * @returns what is to be told of each choice: that days were chosen, and looked at as far as it was known then; or that a
 *   field is being changed
 */
export function useTakenMeanwhile(draft: BookingDraft, booked: BookedDates) {
  /** The fields whose day was chosen, and whether it was known to be taken when it was last looked at. */
  const settled = useRef(new Map<DateField, boolean>())
  useEffect(() => {
    // Of what is submitted the server's word stands; and the days may be taken because it was accepted.
    if (isSubmitted(draft)) return
    for (const [field, wasTaken] of settled.current) {
      const isTaken = isBooked(draft[field], booked)
      settled.current.set(field, isTaken)
      if (isTaken && !wasTaken) failureToast(texts.dateUnavailable.title, texts.dateUnavailable.description)
    }
  }, [draft, booked])
  return {
    settle: (days: Readonly<Partial<Record<DateField, string>>>) => {
      for (const field of DATE_FIELDS) {
        const day = days[field]
        if (day !== undefined) settled.current.set(field, isBooked(day, booked))
      }
    },
    unsettle: (field: DateField) => void settled.current.delete(field),
  }
}
