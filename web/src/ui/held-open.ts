import { createContext, useContext, useEffect, useId } from 'react'

/** Tells a dialog which of its parts would lose something if it were closed. */
export const HoldOpen = createContext<(part: string, wouldLose: boolean) => void>(() => undefined)

/** Says of a part of a dialog, for as long as it is shown, whether closing the dialog would lose something. */
export function useHeldOpen(wouldLose: boolean): void {
  const hold = useContext(HoldOpen)
  const part = useId()
  useEffect(() => {
    hold(part, wouldLose)
    return () => hold(part, false)
  }, [hold, part, wouldLose])
}
