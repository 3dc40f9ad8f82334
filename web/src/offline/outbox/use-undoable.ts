import { useCallback, useRef } from 'react'
import { DISPLAY, failureToast } from '../../ui/toast-queue.ts'
import { undoToast } from '../../ui/undo-toast.ts'
import type { Action } from './action.ts'
import { useOutbox } from './outbox-context.tsx'

/** What the toast says of an action, and what of several that its Undo takes back together. */
interface Words {
  readonly label: string
  readonly said: string
  /** Undefined: each is taken back alone, and only the last one can be. */
  readonly saidOfAll?: (count: number) => string
}

/**
 * Performs an action that can be undone: it is shown at once, the toast offers Undo, and it is sent when the toast is gone.
 * Undo beats asking first for what is only put out of sight. There is one toast at a time, and nothing else brings back what
 * was put out of sight: a toast that takes another's place takes back what that one did.
 */
export function useUndoable<Args>(action: Action<Args>) {
  const { perform, undo } = useOutbox()
  const offered = useRef<{ readonly ids: readonly string[]; readonly isThere: () => boolean }>(undefined)
  const takeBack = useCallback(
    async (ids: readonly string[]) => {
      const undone = await Promise.all(ids.map(undo))
      if (!undone.every(Boolean)) failureToast('Too late to undo', 'It has been sent already.')
    },
    [undo],
  )
  return useCallback(
    async (args: Args, { label, said, saidOfAll }: Words): Promise<void> => {
      const earlier = () => (saidOfAll !== undefined && offered.current?.isThere() === true ? offered.current.ids : [])
      try {
        const id = await perform(action, args, { label, hold: DISPLAY, together: earlier() })
        const ids = [...earlier(), id]
        const words = ids.length === 1 ? said : (saidOfAll?.(ids.length) ?? said)
        offered.current = { ids, isThere: undoToast(words, () => void takeBack(ids), action.subject(args)) }
      } catch {
        failureToast(action.failed(args), 'Please try again.')
      }
    },
    [action, perform, takeBack],
  )
}
