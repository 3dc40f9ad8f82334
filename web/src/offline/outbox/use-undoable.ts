import { useCallback } from 'react'
import { DISPLAY, failureToast, undoToast } from '../../ui/toast-queue.ts'
import type { Action } from './action.ts'
import { useOutbox } from './outbox-context.tsx'

/**
 * Performs an action that can be undone: it is shown at once, the toast offers Undo, and it is sent when the toast is gone.
 * Undo beats asking first for what is only put out of sight.
 */
export function useUndoable<Args>(action: Action<Args>) {
  const { perform, undo } = useOutbox()
  const takeBack = useCallback(
    async (id: string) => {
      if (!(await undo(id))) failureToast('Too late to undo', 'It has been sent already.')
    },
    [undo],
  )
  return useCallback(
    async (args: Args, { label, said }: { readonly label: string; readonly said: string }): Promise<void> => {
      try {
        const id = await perform(action, args, { label, hold: DISPLAY })
        undoToast(said, () => void takeBack(id))
      } catch {
        failureToast(action.failed(args), 'Please try again.')
      }
    },
    [action, perform, takeBack],
  )
}
