import { createContext, useContext, useId, useLayoutEffect } from 'react'

/** Tells a dialog which of its parts would lose something if it were closed. */
export const HoldOpen = createContext<(part: string, wouldLose: boolean) => void>(() => undefined)

/** Says of a part of a dialog, for as long as it is shown, whether closing the dialog would lose something. */
export function useHeldOpen(wouldLose: boolean): void {
  const hold = useContext(HoldOpen)
  const part = useId()
  // At once with what is shown: Esc may follow it without a pause.
  useLayoutEffect(() => {
    hold(part, wouldLose)
    return () => hold(part, false)
  }, [hold, part, wouldLose])
}
