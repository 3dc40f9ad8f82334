import { useEffect, useId } from 'react'
import { markUnsaved } from './unsaved.ts'

/** Says of a form, or of a part of one, for as long as it is shown, whether it has anything that a reload would lose. */
export function useUnsaved(dirty: boolean): void {
  const form = useId()
  useEffect(() => {
    markUnsaved(form, dirty)
    return () => markUnsaved(form, false)
  }, [form, dirty])
}
