import { useCallback, useSyncExternalStore } from 'react'
import { today } from './dates.ts'

/** How often it is looked whether midnight has passed, in milliseconds. */
const LOOK_EVERY = 60_000

/** Today in a time zone, `YYYY-MM-DD`; a screen that is left open over night shows the next day in the morning. */
export function useToday(timeZone: string): string {
  return useSyncExternalStore(
    followClock,
    useCallback(() => today(timeZone), [timeZone]),
  )
}

/** Calls back whenever it may be another day; returns how to stop that. */
export function followClock(look: () => void): () => void {
  const timer = setInterval(look, LOOK_EVERY)
  // A tablet that sleeps counts no minutes.
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
