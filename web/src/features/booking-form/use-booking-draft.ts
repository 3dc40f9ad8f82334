import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { BookingDraft, ChangeDraft } from './draft.ts'
import { holdDraft } from './held-draft.ts'

/** A draft and how to change it; the draft is undefined until what was kept has been read. */
export interface DraftInHand {
  readonly draft: BookingDraft | undefined
  readonly change: ChangeDraft
}

/** The booking form's draft of one place, kept on the device at each change. */
export function useBookingDraft(place: string): DraftInHand {
  const held = useMemo(() => holdDraft(place), [place])
  useEffect(() => held.open(), [held])
  return { draft: useSyncExternalStore(held.subscribe, held.draft), change: held.change }
}
