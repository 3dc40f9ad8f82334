import { useEffect, useRef } from 'react'

/** Calls back when Esc is pressed, with where; never when something else closes with it, nor under an open dialog. */
export function useEscape(handle: (from: Element) => void): void {
  const current = useRef(handle)
  useEffect(() => {
    current.current = handle
  })
  useEffect(() => {
    const press = ({ key, target, isComposing, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || defaultPrevented || !(target instanceof Element)) return
      if (document.querySelector('[data-dialog]') === null) current.current(target)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
