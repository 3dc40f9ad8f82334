import { useCallback, useEffect, useState } from 'react'
import { markUnsaved } from '../../offline/unsaved.ts'
import { type BookingDraft, isEmpty, keepDraft, restoreDraft } from './draft.ts'

/** A draft and how to change it; the draft is undefined until what was kept has been read. */
export interface DraftInHand {
  readonly draft: BookingDraft | undefined
  readonly change: (change: Partial<BookingDraft>) => void
}

/** The booking form's draft for one business, kept on the device at each change. */
export function useBookingDraft(slug: string): DraftInHand {
  const [draft, setDraft] = useState<BookingDraft>()

  useEffect(() => {
    let left = false
    const restore = async () => {
      const restored = await restoreDraft(slug)
      if (!left) setDraft(restored)
    }
    void restore()
    return () => {
      left = true
    }
  }, [slug])

  useEffect(() => {
    if (draft !== undefined) void keepDraft(slug, draft)
    markUnsaved('booking', draft !== undefined && !isEmpty(draft))
    return () => markUnsaved('booking', false)
  }, [slug, draft])

  const change = useCallback((part: Partial<BookingDraft>) => {
    setDraft((before) => (before === undefined ? before : { ...before, ...part }))
  }, [])
  return { draft, change }
}
