import { useEffect, useState } from 'react'

/** For so long after a step the next one, which may stand in its place, is not taken; in milliseconds. */
const SETTLING = 1_500

/**
 * For buttons that change their meaning under the finger: a second tap was meant for the one that stood there before.
 * @returns whether a step was taken just now, and what takes one unless it was
 */
export function useSettling(): { readonly isSettling: boolean; readonly take: (step: () => void) => void } {
  const [takenAt, setTakenAt] = useState<number>()
  const isSettling = takenAt !== undefined
  useEffect(() => {
    if (takenAt === undefined) return undefined
    const timer = setTimeout(() => setTakenAt(undefined), SETTLING)
    return () => clearTimeout(timer)
  }, [takenAt])
  return {
    isSettling,
    take: (step) => {
      if (isSettling) return
      setTakenAt(Date.now())
      step()
    },
  }
}
