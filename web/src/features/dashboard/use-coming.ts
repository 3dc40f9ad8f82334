import { useCallback, useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * A value whose screen is made in pieces: hundreds of rows keep nobody waiting meanwhile.
 * @returns what is shown so far, and a way to have what is coming shown before anything else happens
 */
export function useComing<Value>(wanted: Value): { readonly shown: Value; readonly hurry: () => void } {
  const deferred = useDeferredValue(wanted)
  const [isHurried, setHurried] = useState(false)
  useEffect(() => {
    if (isHurried && deferred === wanted) setHurried(false)
  }, [isHurried, deferred, wanted])
  const hurry = useCallback(() => flushSync(() => setHurried(true)), [])
  return { shown: isHurried ? wanted : deferred, hurry }
}
