import { markUnsaved } from '../../offline/unsaved.ts'
import { type BookingDraft, type ChangeDraft, emptyDraft, isEmpty, keepDraft, restoreDraft } from './draft.ts'

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
  /** What was kept could not be read: it is looked for once more before anything is written over it. */
  let isUnread = false
  let readingAgain: Promise<void> | undefined
  const listeners = new Set<() => void>()

  const hold = (next: BookingDraft): void => {
    held = next
    markUnsaved(FORM, !isEmpty(next))
    for (const changed of listeners) changed()
  }
  const show = (next: BookingDraft): Promise<void> => {
    hold(next)
    return keep(place, next)
  }
  const readAgain = async (): Promise<void> => {
    const kept = await restore(place, { isToBeWrittenOver: true })
    isUnread = false
    if (kept !== undefined && !isEmpty(kept)) hold({ ...kept, ...early })
    if (held !== undefined) await keep(place, held)
  }
  return {
    draft: () => held,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    change: (part) => {
      if (held === undefined || isUnread) early = { ...early, ...part }
      if (held === undefined) {
        markUnsaved(FORM, true)
        return Promise.resolve()
      }
      if (!isUnread) return show({ ...held, ...part })
      hold({ ...held, ...part })
      readingAgain ??= readAgain()
      return readingAgain
    },
    open: () => {
      let left = false
      if (held !== undefined) markUnsaved(FORM, !isEmpty(held))
      const read = async () => {
        const kept = await restore(place)
        if (left || held !== undefined) return
        const next = { ...(kept ?? emptyDraft), ...early }
        isUnread = kept === undefined
        if (isUnread) hold(next)
        else void show(next)
      }
      void read()
      return () => {
        left = true
        markUnsaved(FORM, false)
      }
    },
  }
}
