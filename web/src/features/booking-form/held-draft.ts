import { markUnsaved } from '../../offline/unsaved.ts'
import { type BookingDraft, type ChangeDraft, isEmpty, keepDraft, restoreDraft } from './draft.ts'

/** The draft of one place while a page shows it. */
export interface HeldDraft {
  /** Undefined until what was kept has been read. The same object until something changes. */
  readonly draft: () => BookingDraft | undefined
  /** Calls back after each change; returns how to stop that. */
  readonly subscribe: (changed: () => void) => () => void
  readonly change: ChangeDraft
  /** Reads what was kept; returns how to leave the place. */
  readonly open: () => () => void
}

/** The name under which a tab says that it would lose something. */
const FORM = 'booking'

/**
 * Holds the draft of one place and keeps it on the device at each change. The page is known to have something to lose in
 * the moment of the change, not when it is written down: a newer version of the app waits for that. What is chosen before
 * what was kept has been read is added to it.
 */
export function holdDraft(place: string, { restore = restoreDraft, keep = keepDraft } = {}): HeldDraft {
  let held: BookingDraft | undefined
  let early: Partial<BookingDraft> = {}
  const listeners = new Set<() => void>()

  const show = (next: BookingDraft): Promise<void> => {
    held = next
    markUnsaved(FORM, !isEmpty(next))
    for (const changed of listeners) changed()
    return keep(place, next)
  }
  return {
    draft: () => held,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    change: (part) => {
      if (held !== undefined) return show({ ...held, ...part })
      early = { ...early, ...part }
      markUnsaved(FORM, true)
      return Promise.resolve()
    },
    open: () => {
      let left = false
      if (held !== undefined) markUnsaved(FORM, !isEmpty(held))
      const read = async () => {
        const kept = await restore(place)
        if (!left && held === undefined) void show({ ...kept, ...early })
      }
      void read()
      return () => {
        left = true
        markUnsaved(FORM, false)
      }
    },
  }
}
