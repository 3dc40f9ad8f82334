import { useCallback, useEffect, useState } from 'react'
import { markUnsaved } from '../../offline/unsaved.ts'
import type { BookingDraft } from './draft.ts'

/** What a draft is, and where it is kept, comes after the fleet is shown. */
const drafts = () => import('./draft.ts')

/** A draft and how to change it; the draft is undefined until what was kept has been read. */
export interface DraftInHand {
  readonly draft: BookingDraft | undefined
  readonly change: (change: Partial<BookingDraft>) => void
}

/** The booking form's draft of one place, kept on the device at each change. */
export function useBookingDraft(place: string): DraftInHand {
  const [draft, setDraft] = useState<BookingDraft>()

  useEffect(() => {
    let left = false
    const restore = async () => {
      const restored = await (await drafts()).restoreDraft(place)
      if (!left) setDraft(restored)
    }
    void restore()
    return () => {
      left = true
    }
  }, [place])

  useEffect(() => {
    if (draft === undefined) return
    const keep = async () => {
      const { isEmpty, keepDraft } = await drafts()
      markUnsaved('booking', !isEmpty(draft))
      await keepDraft(place, draft)
    }
    void keep()
  }, [place, draft])
  useEffect(() => () => markUnsaved('booking', false), [])

  const change = useCallback((part: Partial<BookingDraft>) => {
    setDraft((before) => (before === undefined ? before : { ...before, ...part }))
  }, [])
  return { draft, change }
}
