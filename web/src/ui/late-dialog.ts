import { useEffect } from 'react'
import { failureToast } from './toast-queue.ts'

/**
 * Fetches a dialog's code as soon as the screen is painted that may open it: it is there when the network goes, also in a
 * browser that keeps nothing of the app.
 * @returns how to open it. Where its code cannot be had the screen stays as it is and a toast says so; the next time it is
 * asked for again
 */
export function useLateDialog({ begin }: { readonly begin: () => Promise<boolean> }): (open: () => void) => void {
  useEffect(() => {
    const timer = setTimeout(() => void begin())
    return () => clearTimeout(timer)
  }, [begin])
  return (open) => void begin().then((isThere) => (isThere ? open() : tellAbsence()))
}

const tellAbsence = () =>
  failureToast(
    'This could not be opened',
    'Part of the app did not arrive. Check the connection and try again; if that does not help, load the page anew.',
  )
